// What a console knows of its table: the view as it is pushed, what may be done now, jackpots, and what happened.
import { addressOf, look, Problem, sendTo, type Look } from "../../api/client";
import { live, Watched } from "../../api/live.svelte";
import type { Happening, TableView } from "../../api/types";
import { dollarsAndCents } from "../../parts/money";
import type { Shown } from "../../parts/sign/signing.svelte";
import { notices } from "../../state/notices.svelte";
import { permissions } from "../../state/permissions.svelte";
import { text } from "../../text";
import { inWords } from "./happenings";

export type Dealing = Look<"/api/tables/{table_id}/dealing">;
export type Jackpot = Look<"/api/jackpots">["jackpots"][number];
export type TableLine = Look<"/api/tables">["tables"][number];

/** Something that happened, in words. */
export interface Told {
  key: number;
  words: string;
}

const KEPT = 40;

export class Desk {
  dealing = $state.raw<Dealing | null>(null);
  jackpots = $state.raw<Jackpot[]>([]);
  told = $state.raw<Told[]>([]);
  /** What was announced last. */
  said = $state.raw<string[]>([]);
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
  /** What is on its way. */
  private inHand = "";
  private isNextWaiting = false;

  constructor(readonly tableId: string) {
    this.table = new Watched<TableView>(`table:${tableId}`, (_, events) => this.hear(events));
  }

  /** Watch the table until the returned function is called. */
  open(): () => void {
    void this.begin();
    return live.watch(this.table);
  }

  private async begin(): Promise<void> {
    try {
      const [{ tables }] = await Promise.all([look("/api/tables"), permissions.find()]);
      this.line = tables.find((each) => each.table === this.tableId) ?? null;
      if (!this.line) this.problem = text.dealer.noTable(this.tableId);
    } catch (error) {
      this.fail(error);
    }
  }

  get view(): TableView | null {
    return this.table.view;
  }

  /** The seats of the table, from the dealer's left. */
  get seats(): number[] {
    return Array.from({ length: this.line?.seats ?? 0 }, (_, index) => index + 1);
  }

  // ---- what comes

  private hear(events: Happening[]): void {
    void this.refresh();
    for (const { event } of events) this.tell(event);
    const said = events.flatMap(({ event }) => (event.event === "announced" ? [String(event.words)] : []));
    if (said.length) this.said = said;
  }

  private tell(event: Happening["event"]): void {
    if (event.event === "round-started") this.said = [];
    const words = inWords(event);
    if (!words) return;
    this.told = [{ key: ++this.number, words }, ...this.told].slice(0, KEPT);
  }

  /** What depends on the meter has changed, and the table has not. */
  askAgain(): void {
    this.isStale = true;
    void this.refresh();
  }

  /** Ask what may be done, until the answer is about the table as it stands. */
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
        const waiting = look("/api/jackpots", { table: table_id, waiting: true });
        const dealing = await look("/api/tables/{table_id}/dealing", { table_id });
        this.jackpots = (await waiting).jackpots;
        this.dealing = dealing;
      }
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (!(error instanceof Problem)) throw error;
    // A lost line is said by the frame of the page, and mends itself.
    if (error.code !== "no-answer" && !this.view) this.problem = error.detail;
  }

  // ---- what is done

  /** Why something cannot be done now, by the name under which the house was asked. */
  reason(name: string): string | null {
    return this.dealing?.refused[name] ?? null;
  }

  /** The same for what is due by the table itself: an answer about an earlier moment does not count. */
  dueReason(name: string): string | null {
    return this.dealing?.version === this.view?.version ? this.reason(name) : null;
  }

  /** Why a command is not for whoever sits here. */
  notMine(command: string): string | null {
    if (permissions.may(command)) return null;
    return text.dealer.isFor(permissions.whoMay(command).filter((role) => role !== "house").join(", "));
  }

  /** When nothing is on its way, and what may be done is known. */
  async current(): Promise<void> {
    await this.acting;
    await this.asking;
  }

  /** What one signs who books the lit hand: with what it wins by the meter as it was last looked at. */
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
    if (asked === this.inHand || this.isNextWaiting) return false;
    this.isNextWaiting = true;
    while (this.inHand) await this.acting;
    this.isNextWaiting = false;
    this.inHand = asked;
    this.isBusy = true;
    const address = addressOf(`/api/tables/{table_id}/${path}`, { table_id: this.tableId });
    this.acting = notices.attempt(() => sendTo(address, body, this.signed(path, body)));
    const isDone = await this.acting;
    this.isBusy = false;
    this.inHand = "";
    return isDone;
  }
}
