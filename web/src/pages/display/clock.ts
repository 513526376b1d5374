const time = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const dayAndTime = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** `20:03:17`, as this screen's clock has it. */
export function clock(moment: Date): string {
  return time.format(moment);
}

/** `Nov 15, 20:03`. */
export function dayAndClock(moment: Date): string {
  return dayAndTime.format(moment);
}
