// The clock of the server, which its deadlines follow. The clock of this machine may be wrong, or be changed while the page is open.

class HouseClock {
  /** How far it is ahead of the time this page has been open. */
  private aheadMs: number | null = null;

  /** Take a time that the server sent. A slow message brings a time that is too early, so the fastest message counts. */
  sync(instant: string): void {
    const aheadMs = Date.parse(instant) - performance.now();
    this.aheadMs = Math.max(this.aheadMs ?? aheadMs, aheadMs);
  }

  /** Start over after a new connection: times from the old one no longer count. */
  forget(): void {
    this.aheadMs = null;
  }

  /** The time in milliseconds, as `Date.now()`; the clock of this machine until the server has sent a time. */
  now(): number {
    return this.aheadMs === null ? Date.now() : performance.now() + this.aheadMs;
  }
}

export const houseClock = new HouseClock();
