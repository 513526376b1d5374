// Commands that got no answer and may have been done. The same command, sent soon after, goes with the same id and counts once.

/** After this time the player has seen the table, and the same command is a new one. */
const SOON_MS = 60_000;

class UnansweredCommands {
  private readonly kept = new Map<string, { id: string; at: number }>();

  /** The id under which the same went before. */
  find(command: string): string | null {
    const before = this.kept.get(command);
    return before && performance.now() - before.at < SOON_MS ? before.id : null;
  }

  keep(command: string, id: string): void {
    this.kept.set(command, { id, at: performance.now() });
  }

  /** An answer came. */
  drop(command: string): void {
    this.kept.delete(command);
  }
}

export const unansweredCommands = new UnansweredCommands();
