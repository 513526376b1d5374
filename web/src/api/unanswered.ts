// Commands that got no answer: perhaps they were done. Pressed again soon, they go under the same id and count once.

/** Whoever presses the same later than this has seen how things are, and means it anew. */
const SOON_MS = 60_000;

class Unanswered {
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

export const unanswered = new Unanswered();
