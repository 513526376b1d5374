// The decisions of one seat, and a hint if the player asks for it. The latest answer counts.
import { type QueryAnswer, query, Problem } from "../../api/client";
import type { TableView } from "../../api/types";
import { notices } from "../../state/notices.svelte";
import type { Choice } from "./games/types";
import type { PlayerTable } from "./player-table.svelte";

type Choices = QueryAnswer<"/api/tables/{table_id}/seats/{seat}/choices">;
type Hint = QueryAnswer<"/api/tables/{table_id}/seats/{seat}/hint">;

export class SeatDecisions {
  choices = $state.raw<Choice[]>([]);
  /** The hand of the seat, in words. */
  hand = $state<string | null>(null);
  /** Why the bets do not go together. */
  misfit = $state<string | null>(null);
  hint = $state.raw<Hint | null>(null);
  private asked = 0;
  /** What the hint is about: it stays while other seats act, and goes when this hand changes. */
  private lies = "";

  constructor(
    private readonly table: PlayerTable,
    readonly seat: number,
  ) {}

  /** Whether something is for this seat to decide now. */
  get isOpen(): boolean {
    return this.choices.some((choice) => !choice.reason);
  }

  /** Take a new view: the decisions have changed. */
  async follow(view: TableView): Promise<void> {
    this.keepHint(view);
    const number = (this.asked += 1);
    const answer = this.isIn(view) ? await this.ask() : null;
    if (number !== this.asked) return;
    this.choices = view.round?.awaiting.kind === "decision" && answer ? answer.choices : [];
    this.hand = answer?.hand ?? null;
    this.misfit = answer?.misfit ?? null;
    if (!this.isOpen) this.hint = null;
  }

  async askHint(): Promise<void> {
    await notices.attempt(async () => {
      const before = this.lies;
      const hint = await query("/api/tables/{table_id}/seats/{seat}/hint", { table_id: this.table.id, seat: this.seat });
      if (this.lies === before) this.hint = hint;
    });
  }

  private keepHint({ round_number, round }: TableView): void {
    const lies = JSON.stringify([round_number, round?.seats[String(this.seat)], round?.dealer]);
    if (lies !== this.lies) this.hint = null;
    this.lies = lies;
  }

  /** Whether this seat has bets in a round that is not over. */
  private isIn({ status, round }: TableView): boolean {
    const own = round?.seats[String(this.seat)];
    return status === "open" && round?.awaiting.kind !== "nothing" && !!own && Object.keys(own.wagers).length > 0 && !own.is_settled;
  }

  /** Without an answer the buttons stay away; the next push asks again. */
  private async ask(): Promise<Choices | null> {
    try {
      return await query("/api/tables/{table_id}/seats/{seat}/choices", { table_id: this.table.id, seat: this.seat });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return null;
    }
  }
}
