// The lobby's view of a table: whether a player can sit down there, and its progressive.
import type { QueryAnswer } from "../../api/client";
import type { MeterView, RoomView } from "../../api/types";
import { text } from "../../text";

export type RoomTable = RoomView["tables"][number];
export type Room = QueryAnswer<"/api/room">;

/** A meter in the room's push, with the details of its own query. */
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

/** Why a player cannot sit down at a table from here; null if they can. */
export function whyNoSeat(table: RoomTable, room: Room | null, role: string, isStaff: boolean): string | null {
  const why = text.lobby.whyNot;
  if (isStaff) return why.staff;
  if (table.status !== "open") return why.notOpen(text.common.statuses[table.status] ?? table.status);
  if (table.cards === "live") return why.live;
  if (table.players >= table.seats) return why.full;
  return role === "nobody" && room && !room.guests ? why.registered : null;
}
