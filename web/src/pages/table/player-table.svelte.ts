// One table on the player's page: its view, its felt, its hand log, and the player's seats.
import { query, Problem, sendTo } from "../../api/client";
import { Watched } from "../../api/push.svelte";
import type { Deadline, PushedEvent, RoundView, SeatRound, TableView } from "../../api/types";
import { notices } from "../../state/notices.svelte";
import { session } from "../../state/session.svelte";
import { text } from "../../text";
import type { Felt } from "./games/types";
import { Results } from "./results.svelte";
import { noteRoots } from "./fairness-noted-roots";
import { inWords } from "./event-words";

const MAX_LOG_ENTRIES = 40;

export class PlayerTable {
  readonly watched: Watched<TableView>;
  felt = $state.raw<Felt | null>(null);
  problem = $state<string | null>(null);
  log = $state.raw<{ id: number; words: string }[]>([]);
  /** The words of the newest push together, for the ear. */
  spoken = $state("");
  /** The last announcement of this round. */
  announced = $state("");
  readonly results = new Results();
  private count = 0;

  constructor(readonly id: string) {
    this.watched = new Watched<TableView>(`table:${id}`, (view, events) => this.onNews(view, events));
  }

  get view(): TableView | null {
    return this.watched.view;
  }

  get round(): RoundView | null {
    return this.view?.round ?? null;
  }

  /** The player's own seats, in their order. */
  get mine(): number[] {
    if (session.role !== "player" || !this.view) return [];
    return this.numbers(([, seating]) => seating.player === session.name);
  }

  get free(): number[] {
    const taken = this.numbers(() => true);
    return Array.from({ length: this.felt?.seats ?? 0 }, (_, index) => index + 1).filter((seat) => !taken.includes(seat));
  }

  get isBetting(): boolean {
    return this.view?.status === "open" && this.round?.phase === "betting";
  }

  /** The time that players have, to bet or to decide. */
  get clock(): Deadline | null {
    const deadline = this.view?.deadline;
    return deadline && ["bets", "decision"].includes(deadline.for) ? deadline : null;
  }

  inRound(seat: number): SeatRound | null {
    return this.round?.seats[String(seat)] ?? null;
  }

  /** What a wager is called on the felt. */
  labelOf = (wager: string): string => {
    const known = this.felt?.wagers.find((each) => each.wager === wager)?.label;
    return known ?? text.games.wagers[wager] ?? wager.replaceAll("-", " ");
  };

  /** Load the felt; it changes only when a closed table gets other settings. */
  async open(): Promise<void> {
    try {
      this.felt = await query("/api/tables/{table_id}/felt", { table_id: this.id });
      this.problem = null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error.code === "no-answer" ? text.common.noAnswer : error.detail;
    }
  }

  /** Send a command of the round for a seat. Returns whether it was done; then the page shows the table after it. */
  async act(what: string, seat: number, body: Record<string, unknown> = {}): Promise<boolean> {
    return await notices.attempt(() => sendTo(`/api/tables/${encodeURIComponent(this.id)}/round/${what}`, { seat, ...body }));
  }

  private numbers(isWanted: (entry: [string, { player: string }]) => boolean): number[] {
    return Object.entries(this.view?.seats ?? {})
      .filter(isWanted)
      .map(([seat]) => Number(seat))
      .sort((a, b) => a - b);
  }

  private onNews(view: TableView, events: PushedEvent[]): void {
    noteRoots(view, events);
    const words: string[] = [];
    for (const happening of events) {
      this.noteAnnouncement(happening.event);
      const sentence = inWords(happening, this.who, this.labelOf);
      if (sentence) words.push(sentence);
    }
    if (!words.length) return;
    const entries = words.map((each) => ({ id: this.count++, words: each }));
    this.log = [...this.log, ...entries].slice(-MAX_LOG_ENTRIES);
    this.spoken = words.join(". ");
  }

  private noteAnnouncement(event: { event: string } & Record<string, unknown>): void {
    if (event.event === "round-started") this.announced = "";
    else if (event.event === "announced") this.announced = `“${event.words as string}”`;
  }

  /** Who sits there, in words: `You` at an own seat. */
  readonly who = (seat: number | null): string => {
    if (seat === null) return text.table.dealer;
    const own = this.mine;
    if (!own.includes(seat)) return text.table.seat(seat);
    return own.length > 1 ? text.table.youAt(seat) : text.table.you;
  };
}
