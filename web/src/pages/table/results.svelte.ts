// What the last round brought a seat. It stays to be read until the next bets are closed.
import type { Line, TableView } from "../../api/views";
import { netOf } from "./telling";
import type { AtTable, Extra } from "./at-table.svelte";

export interface Settled {
  lines: Line[];
  extras: Extra[];
  net_cents: number;
}

export class Results {
  bySeat = $state.raw<Record<number, Settled>>({});

  /** Look at a new view: keep what is settled, and drop it when the next cards come. */
  follow(table: AtTable, { round }: TableView): void {
    if (!round || round.phase === "betting") return;
    const settled = table.mine.flatMap((seat): [number, Settled][] => {
      const own = round.seats[String(seat)];
      return own?.settled && own.lines.length ? [[seat, settledOf(own.lines, table.extras.filter((each) => each.seat === seat))]] : [];
    });
    this.bySeat = Object.fromEntries(settled);
  }
}

function settledOf(lines: Line[], extras: Extra[]): Settled {
  return { lines, extras, net_cents: netOf(lines) + extras.reduce((sum, each) => sum + each.cents, 0) };
}
