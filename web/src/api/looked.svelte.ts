// Something that is looked at once, and again when it may have changed.
import { text } from "../text";
import { Problem } from "./client";

export class Looked<T> {
  value = $state.raw<T | null>(null);
  /** Why there is nothing to see, in one sentence. */
  problem = $state<string | null>(null);
  private asked = 0;

  constructor(private readonly ask: () => Promise<T>) {}

  /** Look now. What is on the page stays until the answer is there; of two answers the later question counts. */
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
