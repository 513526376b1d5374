// An answer of the lab. While it is being worked out it is queried again; roles that see jobs get a push when it is there,
// and query rarely.
import { Problem } from "../../api/client";
import { permissions } from "../../state/permissions.svelte";
import { text } from "../../text";
import type { ReadyAnswer, PendingJob } from "./lab";

const PAUSE_MS = 2000;
const SLOW_MS = 10_000;

export class LabAnswer<T> {
  value = $state.raw<T | null>(null);
  pendingJob = $state.raw<PendingJob | null>(null);
  /** Why there is nothing to see, in one sentence. */
  problem = $state<string | null>(null);
  /** Whether it does not exist, so that it can be requested. */
  isMissing = $state(false);
  private asked = 0;
  private timer = 0;

  /** Query something else from now on. The old answer stays on the page until the new one is there. */
  async follow(ask: () => Promise<ReadyAnswer<T> | PendingJob>): Promise<void> {
    const number = ++this.asked;
    clearTimeout(this.timer);
    try {
      const found = await ask();
      if (number !== this.asked) return;
      this.problem = null;
      this.isMissing = false;
      this.pendingJob = "result" in found ? null : found;
      this.value = "result" in found ? found.result : null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (number !== this.asked) return;
      const isAway = error.code === "no-answer";
      this.problem = isAway ? text.common.noAnswer : error.detail;
      this.isMissing = error.status === 404;
      // A server that does not answer comes back; until then the page keeps its answer.
      if (!isAway) this.value = this.pendingJob = null;
      if (!isAway || this.value) return;
    }
    if (!this.value) this.timer = window.setTimeout(() => void this.follow(ask), permissions.sees("lab-jobs") ? SLOW_MS : PAUSE_MS);
  }

  stop(): void {
    this.asked += 1;
    clearTimeout(this.timer);
  }
}
