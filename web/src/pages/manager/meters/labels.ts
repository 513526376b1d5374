// The labels of a time axis, by the clock of the room.
import { clockParts } from "../../../parts/time";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** As fine as the span that is shown asks for: `2:05:20 PM` over minutes, `2:05 PM` over hours, `Nov 15 2:05 PM` over a day or two, `Nov 15` over more. */
export function labelOf(at: number, spanMs: number): string {
  const parts = clockParts(at);
  if (!parts) return "";
  const withoutSeconds = parts.time.replace(/:\d\d /, " ");
  if (spanMs > 3 * DAY_MS) return parts.day;
  if (spanMs > DAY_MS) return `${parts.day} ${withoutSeconds}`;
  return spanMs > 10 * MINUTE_MS ? withoutSeconds : parts.time;
}
