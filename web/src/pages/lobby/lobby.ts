// What the lobby says about a table: whether one can sit down there, and which progressive belongs to it.
import type { Look } from "../../api/client";
import type { MeterView, RoomView } from "../../api/types";
import { text } from "../../text";

export type RoomTable = RoomView["tables"][number];
export type Room = Look<"/api/room">;

/** What the room feed tells of a meter, with what only the meter itself tells. */
export interface Progressive {
  meter: RoomView["meters"][number];
  more: MeterView | undefined;
  tables: RoomTable[];
}

export function progressives(room: RoomView, meters: MeterView[]): Progressive[] {
  return room.meters.map((meter) => ({
    meter,
    more: meters.find((each) => each.meter === meter.meter),
    tables: room.tables.filter((table) => table.meter === meter.meter),
  }));
}

/** Why nobody can sit down at a table from here; nothing where one can. */
export function whyNoSeat(table: RoomTable, room: Room | null, role: string, isStaff: boolean): string | null {
  const why = text.lobby.whyNot;
  if (isStaff) return why.staff;
  if (table.status !== "open") return why.notOpen(text.common.statuses[table.status] ?? table.status);
  if (table.cards === "physical") return why.physical;
  if (table.players >= table.seats) return why.full;
  return role === "nobody" && room && !room.guests ? why.registered : null;
}
