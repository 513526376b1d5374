import { room } from "../state/room.svelte";

/** An instant by the clock on the wall of the room: `Nov 15, 12:07:31`. */
export function clock(at: string | null): string {
  if (!at) return "";
  const when = new Date(at);
  return when.toLocaleString("en-US", {
    timeZone: room.zone, month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false,
  });
}
