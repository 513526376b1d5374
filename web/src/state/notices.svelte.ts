// Notices on every page: problems and confirmations, each in one sentence.
import { Problem } from "../api/client";
import { text } from "../text";

export interface Notice {
  id: number;
  kind: "bad" | "good";
  words: string;
  rule: string | null;
}

class Notices {
  all = $state<Notice[]>([]);
  private next = 1;

  /** Show a notice; it disappears by itself, a problem later than a confirmation. */
  show(words: string, kind: Notice["kind"] = "good", rule: string | null = null): void {
    const notice = { id: this.next++, kind, words, rule };
    this.all = [...this.all.slice(-2), notice];
    setTimeout(() => this.drop(notice.id), kind === "bad" ? 12_000 : 5_000);
  }

  drop(id: number): void {
    this.all = this.all.filter((each) => each.id !== id);
  }

  /** Do some work; a refusal is shown as a notice. Returns whether it was done. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.show(error.code === "no-answer" ? text.common.noAnswer : error.detail, "bad", error.rule);
      return false;
    }
  }
}

export const notices = new Notices();
