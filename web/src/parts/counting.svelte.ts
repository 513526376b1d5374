// A meter that counts up to the amount from the server. It never shows more than that, and goes down only with it.

/** How long it takes to catch up with a new amount. */
const CATCH_UP_MS = 1000;

export class Counting {
  /** The amount that is shown, in cents. */
  shown = $state(0);
  private target: number | null = null;
  private from = 0;
  private since = 0;
  private frame = 0;

  /** The newest amount. The first one, and any that is lower, is shown at once. */
  take(cents: number): void {
    if (cents === this.target) return;
    const isRise = this.target !== null && cents > this.shown;
    this.target = cents;
    this.stop();
    if (!isRise || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.shown = cents;
      return;
    }
    this.from = this.shown;
    this.since = performance.now();
    this.frame = requestAnimationFrame((now) => this.step(now));
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
  }

  private step(now: number): void {
    const target = this.target ?? 0;
    const share = Math.min(1, Math.max(0, (now - this.since) / CATCH_UP_MS));
    this.shown = share === 1 ? target : this.from + Math.floor((target - this.from) * share);
    if (share < 1) this.frame = requestAnimationFrame((next) => this.step(next));
  }
}

/** Count up to `cents` while the component exists. */
export function countingTo(cents: () => number): Counting {
  const counting = new Counting();
  $effect.pre(() => counting.take(cents()));
  $effect(() => () => counting.stop());
  return counting;
}
