// The whole room, live: every table as it stands, its money, and the jackpots that wait.
import { look, type Look } from "../../api/client";
import { live, Watched } from "../../api/live.svelte";
import { Looked } from "../../api/looked.svelte";
import type { HeldWin, RoomView, TableView } from "../../api/types";
import { permissions } from "../../state/permissions.svelte";

export type FloorLine = Look<"/api/floor">["tables"][number];
export type Jackpot = Look<"/api/jackpots">["jackpots"][number];

/** Money and jackpots are looked up after something has happened, but not more often than this. */
const CALM_MS = 700;

class Floor {
  readonly lines = new Looked(() => look("/api/floor"));
  readonly jackpots = new Looked(() => look("/api/jackpots", { waiting: true }));
  /** Every table as it is pushed. */
  views = $state.raw<Record<string, TableView>>({});
  private readonly stops = new Map<string, () => void>();
  private timer = 0;

  /** Watch the room until the returned function is called. */
  watch(): () => void {
    const room = new Watched<RoomView>("room", (view) => {
      for (const { table } of view.tables) this.watchTable(table);
      this.touch();
    });
    const stop = live.watch(room);
    this.load();
    return () => {
      stop();
      for (const each of this.stops.values()) each();
      this.stops.clear();
      clearTimeout(this.timer);
      this.timer = 0;
    };
  }

  /** Large wins of ordinary wagers, which wait for the camera. */
  get heldWins(): { view: TableView; win: HeldWin }[] {
    return Object.values(this.views).flatMap((view) => view.held_wins.map((win) => ({ view, win })));
  }

  /** How many wins of a table wait for the floor: claims, a lit hand button, wins for the camera. One that is booked waits for the desk. */
  pendingAt(table: string): number {
    const claims = (this.jackpots.value?.jackpots ?? []).filter(({ table_id, status }) => table_id === table && status !== "booked");
    const isLit = this.lines.value?.tables.some((line) => line.table === table && line.lit_hand);
    return claims.length + (isLit ? 1 : 0) + (this.views[table]?.held_wins.length ?? 0);
  }

  /** Look again soon: something has happened. */
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
    this.stops.set(table, live.watch(watched));
  }
}

export const floor = new Floor();
