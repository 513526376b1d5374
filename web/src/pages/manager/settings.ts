// Settings from the interface, as people read them.
import { dollars, dollarsOfMillicents } from "../../parts/money";
import { nameInWords } from "../../parts/record-words";
import { text } from "../../text";

const t = text.manager;

/** The name of a setting: `rules.limits.ante.minimum_cents` is `Ante: min`. */
export function nameOf(path: string): string {
  const [, wager = "", part = ""] = /^rules\.limits\.([^.]+)\.([^.]+)$/.exec(path) ?? [];
  if (wager) return `${wagerName(wager)}: ${t.limit[part] ?? nameInWords(part)}`;
  const last = path.split(".").at(-1) ?? path;
  return (path.startsWith("rules.") ? t.rules[last] : null) ?? t.names[last] ?? nameInWords(last);
}

/** A betting spot, as it is called on the felt. */
export function wagerName(wager: string): string {
  return t.wagers[wager] ?? nameInWords(wager);
}

/** The value of a setting, in words. */
export function valueOf(path: string, value: unknown): string {
  if (value === undefined && path.startsWith("rules.")) return t.usual;
  if (value === null || value === undefined || value === "") return t.nothing;
  if (path.endsWith("pin_hash")) return t.keptBack;
  if (typeof value === "boolean") return value ? t.yes : t.no;
  if (/(^|_|\.)cents$/.test(path)) return dollars(Number(value));
  if (path.endsWith("millicents")) return dollarsOfMillicents(Number(value));
  if (path.endsWith("rate")) return asPercent(String(value));
  if (path === "rules.game") return text.games.names[String(value)] ?? String(value);
  if (path === "several_wins") return t.several[String(value)] ?? String(value);
  if (Array.isArray(value)) return value.length ? value.map((each) => (path.endsWith("settling_order") ? wagerName(String(each)) : each)).join(", ") : t.nothing;
  if (isRuleList(value)) return t.ruleList(value.name, value.rules.length);
  return String(value);
}

/** `7/50` is `14%`; a share that no percentage gives exactly stays a fraction. */
export function asPercent(fraction: string): string {
  const [above = 0, below = 1] = fraction.split("/").map(Number);
  const percent = Math.round((above * 100 * 1e6) / below) / 1e6;
  return Number.isInteger((above * 1e8) / below) ? `${percent}%` : `${fraction} (${percent}%)`;
}

/** `14%` is `1400/10000`, exactly. Null if it is no share. */
export function fractionOf(share: string): string | null {
  if (/^\d{1,9}(\/[1-9]\d{0,8})?$/.test(share)) return share;
  const [, whole, part = ""] = /^(\d{1,3})(?:\.(\d{1,6}))?\s*%$/.exec(share) ?? [];
  return whole === undefined ? null : `${Number(whole + part)}/1${"0".repeat(2 + part.length)}`;
}

/** A house way that is a list of the room's own rules. */
export function isRuleList(value: unknown): value is { name: string; rules: unknown[] } {
  return typeof value === "object" && value !== null && "rules" in value && "name" in value;
}

/** Nested settings as one level, by their paths: `rules.limits.ante.minimum_cents`. */
export function flat(values: unknown, path = ""): Record<string, unknown> {
  if (values === null || typeof values !== "object" || Array.isArray(values) || isRuleList(values)) return { [path]: values };
  return Object.assign({}, ...Object.entries(values).map(([name, value]) => flat(value, path ? `${path}.${name}` : name))) as Record<string, unknown>;
}
