// A query whose answer is kept for the page, and which is sent again when the answer may have changed.
import { text } from "../text";
import { Problem } from "./client";

export class LoadedQuery<T> {
  value = $state.raw<T | null>(null);
  /** Why there is nothing to see, in one sentence. */
  problem = $state<string | null>(null);
  private asked = 0;

  constructor(private readonly ask: () => Promise<T>) {}

  /** Send the query. The old answer stays on the page until the new one is there; the answer of the latest query counts. */
  load = async (): Promise<void> => {
    const number = ++this.asked;
    try {
      const value = await this.ask();
      if (number !== this.asked) return;
      this.value = value;
      this.problem = null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (number === this.asked) this.problem = error.code === "no-answer" ? text.common.noAnswer : error.detail;
    }
  };
}
