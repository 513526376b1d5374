// The roots that this browser was told when rounds began. What it has noted itself before the first card, nobody can change
// afterwards: so it is kept as long as the page is open, and held against what the house says later.
import type { Happening, RoundView, TableView } from "../../api/types";
import { cardsOf } from "../../parts/hands";

export interface Heard {
  root: string;
  at: string;
}

const NOTES = "heard-roots";
const MOST = 300;

function notes(): [string, Heard][] {
  return JSON.parse(sessionStorage.getItem(NOTES) ?? "[]") as [string, Heard][];
}

const nameOf = (table: string, round: number) => `${table} ${round}`;

/**
 * Note the root of a round that has begun, if its cards are not dealt in the view that is shown: what comes together with
 * the cards, or after them, comes too late. The first one counts.
 */
export function hearRoots({ table, round_number, round }: TableView, events: Happening[]): void {
  for (const { event } of events) {
    if (event.event !== "round-started" || event.number !== round_number || !round || hasCards(round)) continue;
    const name = nameOf(table, round_number);
    const known = notes();
    if (known.some(([each]) => each === name)) continue;
    const heard = { root: event.root as string, at: new Date().toISOString() };
    sessionStorage.setItem(NOTES, JSON.stringify([...known, [name, heard]].slice(-MOST)));
  }
}

function hasCards({ seats, dealer }: RoundView): boolean {
  return cardsOf([...dealer, ...Object.values(seats).flatMap(({ hands }) => hands)]).length > 0;
}

export function heardRoot(table: string, round: number): Heard | null {
  return notes().find(([name]) => name === nameOf(table, round))?.[1] ?? null;
}
