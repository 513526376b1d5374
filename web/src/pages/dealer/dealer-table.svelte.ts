// The state of a dealer console: the view of the table, what can be done now, its jackpots and its hand log.
import { addressOf, query, Problem, sendTo, type QueryAnswer } from "../../api/client";
import { connection, Watched } from "../../api/push.svelte";
import type { PushedEvent, TableView } from "../../api/types";
import { dollarsAndCents } from "../../parts/money";
import type { Shown } from "../../parts/sign/signing.svelte";
import { notices } from "../../state/notices.svelte";
import { permissions } from "../../state/permissions.svelte";
import { text } from "../../text";
import { inWords } from "./event-words";

export type Dealing = QueryAnswer<"/api/tables/{table_id}/dealing">;
export type Jackpot = QueryAnswer<"/api/jackpots">["jackpots"][number];
export type TableLine = QueryAnswer<"/api/tables">["tables"][number];

/** Something that happened, in words. */
export interface LogEntry {
  key: number;
  words: string;
}

const KEPT = 40;

export class DealerTable {
  dealing = $state.raw<Dealing | null>(null);
  jackpots = $state.raw<Jackpot[]>([]);
  log = $state.raw<LogEntry[]>([]);
  /** The newest announcements. */
  announced = $state.raw<string[]>([]);
  line = $state.raw<TableLine | null>(null);
  /** Why there is nothing to see. */
  problem = $state<string | null>(null);
  isBusy = $state(false);
  /** The seat chosen for PAY, J-POT and the winner, where the keypad has no spots: for one win. */
  chosenSeat = $state<number | null>(null);
  readonly table: Watched<TableView>;
  private number = 0;
  private isStale = false;
  private asking: Promise<void> | null = null;
  private acting: Promise<boolean> | null = null;
  /** The command that waits for its answer. */
  private sending = "";
  private isNextWaiting = false;

  constructor(readonly tableId: string) {
    this.table = new Watched<TableView>(`table:${tableId}`, (_, events) => this.onNews(events));
  }

  /** Watch the table until the returned function is called. */
  open(): () => void {
    void this.begin();
    return connection.watch(this.table);
  }

  private async begin(): Promise<void> {
    try {
      const [{ tables }] = await Promise.all([query("/api/tables"), permissions.find()]);
      this.line = tables.find((each) => each.table === this.tableId) ?? null;
      if (!this.line) this.problem = text.dealer.noTable(this.tableId);
    } catch (error) {
      this.onProblem(error);
    }
  }

  get view(): TableView | null {
    return this.table.view;
  }

  /** The seats of the table, from the dealer's left. */
  get seats(): number[] {
    return Array.from({ length: this.line?.seats ?? 0 }, (_, index) => index + 1);
  }

  // ---- news

  private onNews(events: PushedEvent[]): void {
    void this.refresh();
    for (const { event } of events) this.addToLog(event);
    const announced = events.flatMap(({ event }) => (event.event === "announced" ? [String(event.words)] : []));
    if (announced.length) this.announced = announced;
  }

  private addToLog(event: PushedEvent["event"]): void {
    if (event.event === "round-started") this.announced = [];
    const words = inWords(event);
    if (!words) return;
    this.log = [{ key: ++this.number, words }, ...this.log].slice(0, KEPT);
  }

  /** What depends on the meter has changed, and the table has not. */
  refreshAll(): void {
    this.isStale = true;
    void this.refresh();
  }

  /** Ask what can be done, until the answer is about the version that is shown. */
  private refresh(): Promise<void> {
    this.asking ??= this.ask().finally(() => (this.asking = null));
    return this.asking;
  }

  private async ask(): Promise<void> {
    const table_id = this.tableId;
    try {
      // The table may move on while the answers are on their way.
      for (let tries = 0; tries < 8 && (this.isStale || this.dealing?.version !== this.view?.version); tries += 1) {
        this.isStale = false;
        const waiting = query("/api/jackpots", { table: table_id, waiting: true });
        const dealing = await query("/api/tables/{table_id}/dealing", { table_id });
        this.jackpots = (await waiting).jackpots;
        this.dealing = dealing;
      }
    } catch (error) {
      this.onProblem(error);
    }
  }

  private onProblem(error: unknown): void {
    if (!(error instanceof Problem)) throw error;
    // A lost line is announced by the frame of the page, and mends itself.
    if (error.code !== "no-answer" && !this.view) this.problem = error.detail;
  }

  // ---- commands

  /** Why something cannot be done now, by its name in the answer of the server. */
  reason(name: string): string | null {
    return this.dealing?.refused[name] ?? null;
  }

  /** The same for the step that is due: an answer about an earlier version does not count. */
  dueReason(name: string): string | null {
    return this.dealing?.version === this.view?.version ? this.reason(name) : null;
  }

  /** Why the role that is logged in may not send a command; null if it may. */
  notMine(command: string): string | null {
    if (permissions.may(command)) return null;
    return text.dealer.isFor(permissions.whoMay(command).filter((role) => role !== "house").join(", "));
  }

  /** Wait until no command is unanswered and it is known what can be done. */
  async current(): Promise<void> {
    await this.acting;
    await this.asking;
  }

  /** The lines that are signed when the lit hand is booked: with its amount by the last known meter. */
  private signed(path: string, body: { seat?: number }): Shown | undefined {
    const lit = this.dealing?.lit;
    if (!lit || !["name-winner", "keypad/press-j-pot", "keypad/swipe-card"].includes(path)) return undefined;
    const { names } = text.sign;
    const spot = (this.view?.controller as { spot?: number | null } | null)?.spot;
    const seat = body.seat ?? this.view?.named?.seat ?? spot;
    const whose: Shown = seat === undefined || seat === null ? [] : [[names.seat!, String(seat)]];
    return [[names.table!, this.tableId], ...whose, [names.amount!, `${dollarsAndCents(lit.cents)}, ${lit.pay}`]];
  }

  /**
   * Do something at the table: `act("round/settle", { seat: 3 })`. Whether it was done. The same again while it is on its
   * way is a double click. Something else waits for its turn; one waits at most, since more would be pressed blindly.
   */
  async act(path: string, body: object = {}): Promise<boolean> {
    const asked = JSON.stringify([path, body]);
    if (asked === this.sending || this.isNextWaiting) return false;
    this.isNextWaiting = true;
    while (this.sending) await this.acting;
    this.isNextWaiting = false;
    this.sending = asked;
    this.isBusy = true;
    const address = addressOf(`/api/tables/{table_id}/${path}`, { table_id: this.tableId });
    this.acting = notices.attempt(() => sendTo(address, body, this.signed(path, body)));
    const isDone = await this.acting;
    this.isBusy = false;
    this.sending = "";
    return isDone;
  }
}
