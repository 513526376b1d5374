import { room } from "../state/room.svelte";

/** An instant by the clock on the wall of the room: `Nov 15, 12:07:31`. */
export function clock(at: string | null): string {
  if (!at) return "";
  const when = new Date(at);
  return when.toLocaleString("en-US", {
    timeZone: room.zone, month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false,
  });
}

const PARTS = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** An instant on the clock of the room, as a field of a form has it: `2026-11-15T12:07`. */
export function onTheWall(when: Date): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: room.zone, ...PARTS }).formatToParts(when);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("year")}-${of("month")}-${of("day")}T${of("hour")}:${of("minute")}`;
}

/** The instant at which the clock of the room shows this. */
export function instantOf(wall: string): string {
  const wanted = Date.parse(`${wall}Z`);
  let found = wanted;
  // Twice, since the zone may be another number of hours from UTC at the first guess: clocks change in spring and autumn.
  for (let tries = 0; tries < 2; tries += 1) found += wanted - Date.parse(`${onTheWall(new Date(found))}Z`);
  return new Date(found).toISOString();
}
