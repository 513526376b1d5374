// The result of the last round at each seat. It stays until the next bets are closed.
import type { Award, SettledWager, TableView } from "../../api/types";
import { session } from "../../state/session.svelte";
import { netOf } from "./event-words";
import type { PlayerTable } from "./player-table.svelte";

export interface SeatResult {
  lines: SettledWager[];
  awards: Award[];
  net_cents: number;
}

export class Results {
  bySeat = $state.raw<Record<number, SeatResult>>({});

  /** Take a new view: keep the settled seats, and drop them when the next cards come. */
  follow(table: PlayerTable, { round, awards }: TableView): void {
    if (!round || round.phase === "betting") return;
    const settled = table.mine.flatMap((seat): [number, SeatResult][] => {
      const own = round.seats[String(seat)];
      // The player who had the seat before has left with their result.
      const isMine = own?.player === session.name && own.is_settled && own.results.length;
      return isMine ? [[seat, settledOf(own.results, awards.filter((each) => each.seat === seat))]] : [];
    });
    this.bySeat = Object.fromEntries(settled);
  }
}

function settledOf(lines: SettledWager[], awards: Award[]): SeatResult {
  return { lines, awards, net_cents: netOf(lines) + awards.reduce((sum, each) => sum + each.cents, 0) };
}
