// The roots that this browser was told when rounds began. What it has noted itself before the first card, nobody can change
// afterwards: so it is kept as long as the page is open, and held against what the house says later.
import type { Happening } from "../../api/types";

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

/** Note the roots among what happened at a table. What comes together with the cards comes too late; the first word counts. */
export function hearRoots(table: string, events: Happening[]): void {
  for (const [index, { event }] of events.entries()) {
    if (event.event !== "round-started" || events.slice(index).some((later) => later.event.event === "cards-dealt")) continue;
    const name = nameOf(table, event.number as number);
    const known = notes();
    if (known.some(([each]) => each === name)) continue;
    const heard = { root: event.root as string, at: new Date().toISOString() };
    sessionStorage.setItem(NOTES, JSON.stringify([...known, [name, heard]].slice(-MOST)));
  }
}

export function heardRoot(table: string, round: number): Heard | null {
  return notes().find(([name]) => name === nameOf(table, round))?.[1] ?? null;
}
