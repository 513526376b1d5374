// What one seat may decide now, and a hint where it is asked for. The newest answer counts.
import { type Look, look, Problem } from "../../api/client";
import type { TableView } from "../../api/types";
import { notices } from "../../state/notices.svelte";
import type { Choice } from "./games/types";
import type { AtTable } from "./at-table.svelte";

type Choices = Look<"/api/tables/{table_id}/seats/{seat}/choices">;
type Hint = Look<"/api/tables/{table_id}/seats/{seat}/hint">;

export class Deciding {
  choices = $state.raw<Choice[]>([]);
  /** What the seat holds, in words. */
  hand = $state<string | null>(null);
  /** Why the bets do not go together. */
  misfit = $state<string | null>(null);
  hint = $state.raw<Hint | null>(null);
  private asked = 0;
  /** What the hint is about: it stays while others act, and goes when the own hand changes. */
  private lies = "";

  constructor(
    private readonly table: AtTable,
    readonly seat: number,
  ) {}

  /** Whether something is for this seat to decide now. */
  get isOpen(): boolean {
    return this.choices.some((choice) => !choice.reason);
  }

  /** Look at a new view: what may be done has changed. */
  async follow(view: TableView): Promise<void> {
    this.keepHint(view);
    const number = (this.asked += 1);
    const told = this.isIn(view) ? await this.ask() : null;
    if (number !== this.asked) return;
    this.choices = view.round?.awaiting.kind === "decision" && told ? told.choices : [];
    this.hand = told?.hand ?? null;
    this.misfit = told?.misfit ?? null;
    if (!this.isOpen) this.hint = null;
  }

  async askHint(): Promise<void> {
    await notices.attempt(async () => {
      const before = this.lies;
      const hint = await look("/api/tables/{table_id}/seats/{seat}/hint", { table_id: this.table.id, seat: this.seat });
      if (this.lies === before) this.hint = hint;
    });
  }

  private keepHint({ round_number, round }: TableView): void {
    const lies = JSON.stringify([round_number, round?.seats[String(this.seat)], round?.dealer]);
    if (lies !== this.lies) this.hint = null;
    this.lies = lies;
  }

  /** Whether this seat has bets in a round that goes on. */
  private isIn({ status, round }: TableView): boolean {
    const own = round?.seats[String(this.seat)];
    return status === "open" && round?.awaiting.kind !== "nothing" && !!own && Object.keys(own.wagers).length > 0 && !own.is_settled;
  }

  /** Without an answer the buttons stay away; the next push asks again. */
  private async ask(): Promise<Choices | null> {
    try {
      return await look("/api/tables/{table_id}/seats/{seat}/choices", { table_id: this.table.id, seat: this.seat });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return null;
    }
  }
}
