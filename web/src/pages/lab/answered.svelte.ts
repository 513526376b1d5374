// Something the lab knows, or will know: while it is being worked out, it is looked at again. Whoever may see jobs is told
// when it is there, and looks for safety only.
import { Problem } from "../../api/client";
import { permissions } from "../../state/permissions.svelte";
import { text } from "../../text";
import type { Found, Waits } from "./lab";

const PAUSE_MS = 2000;
const SLOW_MS = 10_000;

export class Answered<T> {
  value = $state.raw<T | null>(null);
  waits = $state.raw<Waits | null>(null);
  /** Why there is nothing to see, in one sentence. */
  problem = $state<string | null>(null);
  /** Nothing of it is there, so it can be asked for. */
  isMissing = $state(false);
  private asked = 0;
  private timer = 0;

  /** Look at something else from now on. What is on the page stays until the answer is there. */
  async follow(ask: () => Promise<Found<T> | Waits>): Promise<void> {
    const number = ++this.asked;
    clearTimeout(this.timer);
    try {
      const told = await ask();
      if (number !== this.asked) return;
      this.problem = null;
      this.isMissing = false;
      this.waits = "result" in told ? null : told;
      this.value = "result" in told ? told.result : null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (number !== this.asked) return;
      const isAway = error.code === "no-answer";
      this.problem = isAway ? text.common.noAnswer : error.detail;
      this.isMissing = error.status === 404;
      // A house that does not answer comes back; what was on the page stays meanwhile.
      if (!isAway) this.value = this.waits = null;
      if (!isAway || this.value) return;
    }
    if (!this.value) this.timer = window.setTimeout(() => void this.follow(ask), permissions.sees("lab-jobs") ? SLOW_MS : PAUSE_MS);
  }

  stop(): void {
    this.asked += 1;
    clearTimeout(this.timer);
  }
}
