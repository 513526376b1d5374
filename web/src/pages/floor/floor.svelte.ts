// The whole room: the view of every table, its money, and the pending jackpots.
import { query, type QueryAnswer } from "../../api/client";
import { connection, Watched } from "../../api/push.svelte";
import { LoadedQuery } from "../../api/query.svelte";
import type { HeldWin, RoomView, TableView } from "../../api/types";
import { permissions } from "../../state/permissions.svelte";

export type FloorLine = QueryAnswer<"/api/floor">["tables"][number];
export type Jackpot = QueryAnswer<"/api/jackpots">["jackpots"][number];

/** The shortest time between two queries for money and jackpots. */
const CALM_MS = 700;

class Floor {
  readonly lines = new LoadedQuery(() => query("/api/floor"));
  readonly jackpots = new LoadedQuery(() => query("/api/jackpots", { waiting: true }));
  /** The newest view of every table. */
  views = $state.raw<Record<string, TableView>>({});
  private readonly stops = new Map<string, () => void>();
  private timer = 0;

  /** Watch the room until the returned function is called. */
  watch(): () => void {
    const room = new Watched<RoomView>("room", (view) => {
      for (const { table } of view.tables) this.watchTable(table);
      this.touch();
    });
    const stop = connection.watch(room);
    this.load();
    return () => {
      stop();
      for (const each of this.stops.values()) each();
      this.stops.clear();
      clearTimeout(this.timer);
      this.timer = 0;
    };
  }

  /** Large wins of ordinary wagers that surveillance must check. */
  get heldWins(): { view: TableView; win: HeldWin }[] {
    return Object.values(this.views).flatMap((view) => view.held_wins.map((win) => ({ view, win })));
  }

  /** The number of wins of a table that the floor must decide: claims, a lit hand button, held wins. A booked one is paid by the cage. */
  pendingAt(table: string): number {
    const claims = (this.jackpots.value?.jackpots ?? []).filter(({ table_id, status }) => table_id === table && status !== "booked");
    const isLit = this.lines.value?.tables.some((line) => line.table === table && line.lit_hand);
    return claims.length + (isLit ? 1 : 0) + (this.views[table]?.held_wins.length ?? 0);
  }

  /** Query again soon, because something has happened. */
  touch(): void {
    this.timer ||= window.setTimeout(() => {
      this.timer = 0;
      this.load();
    }, CALM_MS);
  }

  private load(): void {
    void this.lines.load();
    if (permissions.sees("jackpots")) void this.jackpots.load();
  }

  private watchTable(table: string): void {
    if (this.stops.has(table)) return;
    const watched = new Watched<TableView>(`table:${table}`, (view) => {
      this.views = { ...this.views, [table]: view };
      this.touch();
    });
    this.stops.set(table, connection.watch(watched));
  }
}

export const floor = new Floor();
