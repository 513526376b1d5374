// Figures as people read them. Exact figures stay exact: a fraction is shown in addition to its percentage, never instead.
import type { Figure, Reading } from "./lab";

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const rough = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });
const plain = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });

/** `10.2248%`. */
export function percent(value: number, places = 4): string {
  return `${value.toFixed(places).replace("-", "−")}%`;
}

export function percentOf(figure: Figure): string {
  return percent(figure.percent, 4);
}

/** A count. One that is too large for an exact number in the browser is rounded, and its form shows it. */
export function count(value: number): string {
  return Number.isSafeInteger(value) ? whole.format(value) : value.toExponential(4).replace("e+", " × 10^");
}

/** `1 in 22,100`. */
export function oneIn(probability: number): string {
  if (!probability) return "–";
  const number = 1 / probability;
  return number >= 100 ? whole.format(number) : rough.format(number);
}

const MAX_PLACES = 12;

/** A probability that may be very small: as many places as it takes for some digits that say something. */
export function chance(probability: number, digits = 4): string {
  const value = probability * 100;
  if (!value) return "0%";
  const places = Math.max(digits, digits - 1 - Math.floor(Math.log10(value)));
  return places > MAX_PLACES ? `${value.toExponential(digits - 1).replace("e-", " × 10^−")}%` : `${value.toFixed(places)}%`;
}

/** An amount of units with its sign: `+40`, `-1`. */
export function units(value: number): string {
  return (value > 0 ? "+" : value < 0 ? "−" : "") + plain.format(Math.abs(value));
}

export function signed(value: number, places = 6): string {
  return (value < 0 ? "−" : "+") + Math.abs(value).toFixed(places);
}

export function number(value: number): string {
  return plain.format(value);
}

/** `14`, `10/221`. */
export function valueOf(text: string | number): number {
  if (typeof text === "number") return text;
  const [over, under = "1"] = text.split("/");
  return Number(over) / Number(under);
}

export interface Outcome {
  name: string;
  label: string;
  count: number | null;
  probability: number;
  net: number;
}

/** The outcomes of a reading in their order. Labels come with the plot, which leaves out what never comes. */
export function outcomesOf(reading: Reading, labels: (string | number)[]): Outcome[] {
  const total = reading.total ?? 0;
  const all = Object.entries(reading.probabilities ?? {}).map(([name, probability]) => ({ name, probability, count: null as number | null }));
  for (const [name, count] of Object.entries(reading.counts)) all.push({ name, probability: total ? count / total : 0, count });
  const seen = all.filter(({ probability }) => probability > 0);
  const hasLabels = seen.length === labels.length;
  return all.map((each) => ({
    ...each,
    label: (hasLabels && seen.includes(each) ? String(labels[seen.indexOf(each)]) : "") || wordsOf(each.name),
    net: valueOf(reading.pays[each.name] ?? 0),
  }));
}

/** `three-of-a-kind` is `Three of a kind`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll("-", " ").trim();
  return /^[+-]?[\d.]+$/.test(name) ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
