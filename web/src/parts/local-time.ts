// The one format in which people read a time: by the clock of the property, with its gaming day.
// The server writes the same in src/pitboss/house/reports/gaming_day.py, and a test compares the two.

/** The clock of the property: its zone, and when a gaming day starts, such as `06:00`. */
export interface RoomClock {
  zone: string;
  dayStarts: string;
}

export interface Written {
  /** `Nov 15` */
  day: string;
  year: number;
  /** `10:23:07 PM`; of an hour that the clock shows twice, which of the two it is. */
  time: string;
  /** `Nov 15` */
  gamingDay: string;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAY_MS = 86_400_000;
/** Longer than any clock is put forward or back. */
const AROUND_MS = 10_800_000;

/** `Nov 15, 2026 10:23:07 PM, gaming day Nov 15`. A record brings its own gaming day; else the clock says it. */
export function written(at: string, room: RoomClock, day?: string | null): string {
  const { day: date, year, time, gamingDay } = partsOf(Date.parse(at), room, day);
  return `${date}, ${year} ${time}, gaming day ${gamingDay}`;
}

/** The parts of the same, for a chart that has no room for all of them. */
export function partsOf(at: number, room: RoomClock, day?: string | null): Written {
  const second = Math.floor(at / 1000) * 1000;
  const wall = new Date(wallOf(second, room.zone));
  const hour = wall.getUTCHours();
  const pad = (number: number) => String(number).padStart(2, "0");
  const time = `${hour % 12 || 12}:${pad(wall.getUTCMinutes())}:${pad(wall.getUTCSeconds())} ${hour < 12 ? "AM" : "PM"}`;
  const turn = turnAt(second, room.zone);
  const which = turn === null ? "" : turn === "first" ? " daylight time" : " standard time";
  const gamingDay = monthAndDay(day ? Date.parse(day) : gamingDayOf(second, room));
  return { day: monthAndDay(wall.getTime()), year: wall.getUTCFullYear(), time: time + which, gamingDay };
}

/** A day as it is stored, `2026-11-15`, for people: `Nov 15, 2026`. */
export function writtenDay(day: string): string {
  const at = Date.parse(day);
  return Number.isNaN(at) ? day : `${monthAndDay(at)}, ${new Date(at).getUTCFullYear()}`;
}

function monthAndDay(wall: number): string {
  const date = new Date(wall);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
}

/** The time that the clock of a zone shows, as if it were UTC. */
function wallOf(at: number, zone: string): number {
  const found = Object.fromEntries(formatOf(zone).formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(found.year!, found.month! - 1, found.day!, found.hour!, found.minute!, found.second!);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const parts = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
    format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...parts });
    formats.set(timeZone, format);
  }
  return format;
}

function offsetOf(at: number, zone: string): number {
  return wallOf(at, zone) - at;
}

/** Where the clock is put back it shows an hour twice: which of the two this is. */
function turnAt(at: number, zone: string): "first" | "second" | null {
  const [earlier, now, later] = [at - AROUND_MS, at, at + AROUND_MS].map((each) => offsetOf(each, zone)) as [number, number, number];
  if (now > later && offsetOf(at + now - later, zone) === later) return "first";
  if (earlier > now && offsetOf(at - earlier + now, zone) === earlier) return "second";
  return null;
}

/** The gaming day, as midnight of its date. Where the clock is put back over its start, that day has begun. */
function gamingDayOf(at: number, { zone, dayStarts }: RoomClock): number {
  const wall = wallOf(at, zone);
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
  const start = midnight + Date.parse(`1970-01-01T${dayStarts}Z`);
  const firstStart = () => {
    const before = start - offsetOf(at - AROUND_MS, zone);
    return before + offsetOf(before, zone) === start ? before : start - offsetOf(at, zone);
  };
  const hasBegun = wall >= start || (turnAt(at, zone) === "second" && firstStart() <= at);
  return hasBegun ? midnight : midnight - DAY_MS;
}
