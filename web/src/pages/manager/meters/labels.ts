// What stands under a chart, by the clock on the wall of the room.
import { clock } from "../../../parts/time";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** As fine as the span that is shown asks for: `14:05:20` over minutes, `14:05` over hours, `Nov 15, 14:00` over a day or two, `Nov 15` over more. */
export function labelOf(at: number, spanMs: number): string {
  const whole = clock(new Date(at).toISOString());
  const [day = "", hour = ""] = whole.split(", ");
  if (spanMs > 3 * DAY_MS) return day;
  if (spanMs > DAY_MS) return whole.slice(0, -3);
  return spanMs > 10 * MINUTE_MS ? hour.slice(0, 5) : hour;
}
