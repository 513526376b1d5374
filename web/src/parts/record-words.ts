// Records and their events as people read them.
import { text } from "../text";
import { writtenDay } from "./local-time";
import { dollars, dollarsOfMillicents } from "./money";
import { clock } from "./time";

type Values = Record<string, unknown>;

/** The name of the command: the act of a round and the press of a keypad by their own name. */
export function commandName(record: { kind: string; asked: Values }): string {
  const inner = (record.asked.command ?? record.asked.press) as Values | undefined;
  return String(inner?.do ?? record.asked.do ?? record.kind);
}

/** An event in a few words: its own if it has some, else its name and values. Cards are shown separately. */
export function eventInWords(event: Values): string {
  if (event.event === "display-shown") return text.common.displayShows(displayInWords(event));
  if (typeof event.words === "string") return [...ABOUT.filter((name) => event[name]).map((name) => valueInWords(name, event[name])), event.words].join(": ");
  const values = Object.entries(event).filter(([name, value]) => !UNSAID.has(name) && isPlain(value));
  const lines = Array.isArray(event.lines) ? (event.lines as Values[]).map((line) => `${line.wager} ${line.outcome}`) : [];
  return [nameInWords(String(event.event)), ...values.map(([name, value]) => valueInWords(name, value)), ...lines].join(", ");
}

/** The display in a table: its words, and the hands that it shows. */
function displayInWords(event: Values): string {
  const hands = ["high", "mid", "low"].map((name) => [name, (event[name] as string[]).join(" ")] as const).filter(([, cards]) => cards);
  return [String(event.words), hands.map((hand) => hand.join(" ")).join(", ")].filter(Boolean).join(": ");
}

/** The fields that say whom or what an event is about. */
const ABOUT = ["badge", "player", "meter_id", "incident_id", "dispute_id", "label"];

const UNSAID = new Set(["event", "cards", "root"]);

const IS_DAY = /^\d{4}-\d\d-\d\d$/;
const IS_INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function isPlain(value: unknown): boolean {
  return value !== null && value !== "" && value !== false && typeof value !== "object";
}

function valueInWords(name: string, value: unknown): string {
  if (name === "badge") return `${nameInWords(name)} ${value}`;
  if (value === true) return nameInWords(name);
  if (name === "cents") return dollars(Number(value));
  if (name.endsWith("_cents")) return `${nameInWords(name.slice(0, -6))} ${dollars(Number(value))}`;
  if (name === "millicents") return dollarsOfMillicents(Number(value));
  if (typeof value === "string") return IS_DAY.test(value) ? writtenDay(value) : IS_INSTANT.test(value) ? clock(value) : value;
  return `${nameInWords(name)} ${value}`;
}

/** A name of the interface as words: `executive_above` is `executive above`. */
export function nameInWords(name: string): string {
  return text.common.nameInWords[name] ?? name.replaceAll(/[_-]/g, " ");
}
