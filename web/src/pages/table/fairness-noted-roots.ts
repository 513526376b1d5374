// The roots that this browser received when rounds began. The server cannot change what the browser noted before the first
// card, so it is kept while the page is open and compared with the roots that the server shows later.
import type { PushedEvent, RoundView, TableView } from "../../api/types";
import { cardsOf } from "../../parts/hands";

export interface NotedRoot {
  root: string;
  at: string;
}

const NOTES = "noted-roots";
const MOST = 300;

function notes(): [string, NotedRoot][] {
  return JSON.parse(sessionStorage.getItem(NOTES) ?? "[]") as [string, NotedRoot][];
}

const nameOf = (table: string, round: number) => `${table} ${round}`;

/**
 * Note the root of a round that has begun, if the page shows none of its cards yet: a root that comes with the cards, or
 * the cards, or after them, comes too late. The first one counts.
 */
export function noteRoots({ table, round_number, round }: TableView, events: PushedEvent[]): void {
  for (const { event } of events) {
    if (event.event !== "round-started" || event.number !== round_number || !round || hasCards(round)) continue;
    const name = nameOf(table, round_number);
    const known = notes();
    if (known.some(([each]) => each === name)) continue;
    const noted = { root: event.root as string, at: new Date().toISOString() };
    sessionStorage.setItem(NOTES, JSON.stringify([...known, [name, noted]].slice(-MOST)));
  }
}

function hasCards({ seats, dealer }: RoundView): boolean {
  return cardsOf([...dealer, ...Object.values(seats).flatMap(({ hands }) => hands)]).length > 0;
}

export function notedRoot(table: string, round: number): NotedRoot | null {
  return notes().find(([name]) => name === nameOf(table, round))?.[1] ?? null;
}
