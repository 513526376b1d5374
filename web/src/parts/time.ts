import { room } from "../state/room.svelte";
import { partsOf, written, type Written } from "./local-time";

/** An instant by the clock of the property, with its gaming day: `Nov 15, 2026 10:23:07 PM, gaming day Nov 15`.

Nothing before the house has said where it is: the clock of this browser may stand in another zone. */
export function clock(at: string | Date | null, day?: string | null): string {
  if (!at || !room.clock) return "";
  return written(typeof at === "string" ? at : at.toISOString(), room.clock, day);
}

/** The parts of an instant, for the axis of a chart. */
export function clockParts(at: number): Written | null {
  return room.clock && partsOf(at, room.clock);
}

const PARTS = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** An instant on the clock of the room, as a field of a form has it: `2026-11-15T12:07`. */
export function roomTime(when: Date): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: room.zone, ...PARTS }).formatToParts(when);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("year")}-${of("month")}-${of("day")}T${of("hour")}:${of("minute")}`;
}

/** The instant at which the clock of the room shows this. */
export function instantOf(wall: string): string {
  const wanted = Date.parse(`${wall}Z`);
  let found = wanted;
  // Twice, since the zone may be another number of hours from UTC at the first guess: clocks change in spring and autumn.
  for (let tries = 0; tries < 2; tries += 1) found += wanted - Date.parse(`${roomTime(new Date(found))}Z`);
  return new Date(found).toISOString();
}
