// The draft of a design: its base paytable, the changes, and what is solved for. It is sent to the lab as text.
import { Problem } from "../../../api/client";
import { text } from "../../../text";
import { design, posted } from "../requests";
import { valueOf } from "../figures";
import type { Design, PaidWager, PayRow, Posted } from "../lab";

const PAUSE_MS = 400;

export class DesignDraft {
  paytable = $state.raw<Posted | null>(null);
  /** The changed places with the typed text. */
  changes = $state<Record<string, string>>({});
  unknown = $state("");
  target = $state("5");
  found = $state.raw<Design | null>(null);
  problem = $state<string | null>(null);
  isWorking = $state(false);
  private asked = 0;
  private timer = 0;

  /** The best play of Double Draw Poker takes too long to follow every key. */
  readonly isSlow = $derived(this.paytable?.game === "double-draw");
  readonly places = $derived(this.paytable?.wagers.flatMap(placesOf) ?? []);
  readonly text = $derived(this.paytable ? textOf(this.paytable, this.changes, this.unknown, this.target) : "");

  async begin(designator: string): Promise<void> {
    this.reset();
    this.found = this.paytable = null;
    this.unknown = "";
    try {
      this.paytable = await posted(designator);
    } catch (error) {
      this.onProblem(error);
    }
  }

  reset(): void {
    this.changes = {};
  }

  change(place: Place, value: string): void {
    const isAsItWas = value !== "" && Number(value) === place.value;
    if (value === "" || isAsItWas) delete this.changes[place.name];
    else this.changes[place.name] = value;
  }

  /** Put an amount that the lab found, such as `18 to 1`, in its place; returns the place. */
  take(amount: string): Place | undefined {
    const place = this.places.find(({ name }) => name === this.unknown);
    const [first = "0", second = "1"] = amount.replace(/[$,%]/g, "").split(/ to | for /);
    this.unknown = "";
    if (place) this.change(place, amount === "push" ? "0" : String(Number.parseFloat(first) / Number.parseFloat(second)));
    return place;
  }

  /** Ask soon; the answer to the latest question counts. */
  follow(words: string): void {
    clearTimeout(this.timer);
    const number = ++this.asked;
    this.timer = window.setTimeout(() => void this.ask(words, number), PAUSE_MS);
  }

  async ask(words = this.text, number = ++this.asked): Promise<void> {
    this.isWorking = true;
    try {
      const found = await design(words);
      if (number !== this.asked) return;
      [this.found, this.problem] = [found, null];
    } catch (error) {
      if (number === this.asked) this.onProblem(error);
    } finally {
      if (number === this.asked) this.isWorking = false;
    }
  }

  stop(): void {
    this.asked += 1;
    clearTimeout(this.timer);
  }

  private onProblem(error: unknown): void {
    if (!(error instanceof Problem)) throw error;
    this.problem = error.code === "no-answer" ? text.common.noAnswer : error.detail;
  }
}

export type PlaceKind = PayRow["kind"] | "envy" | "seed" | "contribution";

/** Something of a paytable that can be changed. */
export interface Place {
  name: string;
  wager: string;
  hand: string;
  label: string;
  kind: PlaceKind;
  value: number;
}

/** The id of its field on the page. */
export const fieldOf = (place: Place) => `field ${place.name}`.replaceAll(" ", "-");

export function placesOf(wager: PaidWager): Place[] {
  const here = `wagers.${wager.wager}`;
  const rows = wager.pays.flatMap((row): Place[] => {
    const of = { wager: wager.wager, hand: row.hand, label: row.label };
    const kind = row.kind === "push" ? "to" : row.kind;
    const value = kind === "meter" ? percentOf(row.amount ?? "0") : valueOf(row.amount ?? "0");
    const pay: Place = { ...of, name: `${here}.pays.${row.hand}`, kind, value };
    return row.envy_cents === null ? [pay] : [pay, { ...of, name: `${here}.envy.${row.hand}`, kind: "envy", value: row.envy_cents / 100 }];
  });
  const meter = { wager: wager.wager, hand: "", label: "" };
  if (wager.seed_cents !== null) rows.push({ ...meter, name: `${here}.seed`, kind: "seed", value: wager.seed_cents / 100 });
  if (wager.contribution !== null) rows.push({ ...meter, name: `${here}.contribution`, kind: "contribution", value: percentOf(wager.contribution) });
  return rows;
}

/** `7/50` is 14, without the dust of binary fractions. */
function percentOf(share: string): number {
  return Math.round(valueOf(share) * 1e11) / 1e9;
}

/** The draft as a design file. */
function textOf(paytable: Posted, changes: Record<string, string>, unknown: string, target: string): string {
  const places = paytable.wagers.flatMap(placesOf).filter(({ name }) => changes[name] !== undefined);
  const lines = [`base = "${paytable.designator}"`, ...places.map((place) => `${place.name} = "${amountOf(place.kind, changes[place.name] ?? "")}"`)];
  if (unknown) lines.push("[solve]", `unknown = "${unknown}"`, `target = "house-edge ${Number(target)}%"`);
  return lines.join("\n");
}

function amountOf(kind: PlaceKind, typed: string): string {
  const value = Number(typed);
  if (kind === "seed" || kind === "envy") return `$${value}`;
  if (kind === "contribution") return `${value}%`;
  if (kind === "meter") return `${value}% of meter`;
  if (!value) return "push";
  // 1.5 to 1 is printed as 3 to 2.
  const under = [1, 2, 4, 5, 10, 100].find((each) => Number.isInteger(Math.round(value * each * 1e9) / 1e9)) ?? 1;
  return `${Math.round(value * under * 1e9) / 1e9} ${kind} ${under}`;
}
