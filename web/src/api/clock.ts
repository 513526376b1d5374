// The clock of the house, by which its deadlines run. That of this machine may be wrong, or be set while the page is open.

class HouseClock {
  /** How far it is ahead of the time this page has been open. */
  private aheadMs: number | null = null;

  /** The house said what time it is. A word that was long on its way says too early a time: the quickest counts. */
  hear(instant: string): void {
    const aheadMs = Date.parse(instant) - performance.now();
    this.aheadMs = Math.max(this.aheadMs ?? aheadMs, aheadMs);
  }

  /** There is a new line: what was heard on the old one counts no more. */
  forget(): void {
    this.aheadMs = null;
  }

  /** In milliseconds, as `Date.now()`; before the first word, that of this machine. */
  now(): number {
    return this.aheadMs === null ? Date.now() : performance.now() + this.aheadMs;
  }
}

export const houseClock = new HouseClock();
