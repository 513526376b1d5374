// What the last round brought a seat. It stays to be read until the next bets are closed.
import type { Award, Line, TableView } from "../../api/types";
import { session } from "../../state/session.svelte";
import { netOf } from "./telling";
import type { AtTable } from "./at-table.svelte";

export interface Settled {
  lines: Line[];
  awards: Award[];
  net_cents: number;
}

export class Results {
  bySeat = $state.raw<Record<number, Settled>>({});

  /** Look at a new view: keep what is settled, and drop it when the next cards come. */
  follow(table: AtTable, { round, awards }: TableView): void {
    if (!round || round.phase === "betting") return;
    const settled = table.mine.flatMap((seat): [number, Settled][] => {
      const own = round.seats[String(seat)];
      // Whoever had the seat before has left with their result.
      const isMine = own?.player === session.name && own.is_settled && own.results.length;
      return isMine ? [[seat, settledOf(own.results, awards.filter((each) => each.seat === seat))]] : [];
    });
    this.bySeat = Object.fromEntries(settled);
  }
}

function settledOf(lines: Line[], awards: Award[]): Settled {
  return { lines, awards, net_cents: netOf(lines) + awards.reduce((sum, each) => sum + each.cents, 0) };
}
