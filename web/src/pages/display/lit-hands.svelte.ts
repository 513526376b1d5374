// Hand buttons that wait for a supervisor. Where cards are physical, a win is not on record before it is booked.
import { connection, Watched } from "../../api/push.svelte";
import type { TableView } from "../../api/types";

interface HandButton {
  stops_table: boolean;
  lit: boolean;
}

export class LitHands {
  private readonly watched: Watched<TableView>[];
  readonly count = $derived.by(() => this.watched.filter(({ view }) => isLit(view)).length);

  constructor(tables: string[]) {
    this.watched = tables.map((table) => new Watched<TableView>(`table:${table}`));
  }

  /** Until the returned function is called. A display with a pass is refused all tables but its own, and does without. */
  watch(): () => void {
    const leaves = this.watched.map((each) => connection.watch(each));
    return () => leaves.forEach((leave) => leave());
  }
}

function isLit(view: TableView | null): boolean {
  const hands = (view?.controller?.hands ?? []) as HandButton[];
  return hands.some((hand) => hand.lit && hand.stops_table);
}
