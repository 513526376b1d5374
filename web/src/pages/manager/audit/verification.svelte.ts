// The audit as it runs: one chain after another, then the balances.
import { query, Problem, type QueryAnswer } from "../../../api/client";
import { text } from "../../../text";

type Audit = QueryAnswer<"/api/audit/verify">;

/** The interface's name for the balances, which are not a chain. */
const BALANCES = "accounts";

export class Verification {
  isBusy = $state(false);
  isDone = $state(false);
  /** The chain that is being checked; null while the balances are compared. */
  chain = $state<string | null>(null);
  /** The number of records to check, and of those that are checked. */
  records = $state(0);
  walked = $state(0);
  postings = $state(0);
  heads = $state.raw<Audit["heads"]>({});
  breaks = $state.raw<Audit["breaks"]>([]);
  seconds = $state("");
  /** Why it stopped early, in one sentence. */
  problem = $state<string | null>(null);
  private isLeft = false;

  run = async (): Promise<void> => {
    const began = Date.now();
    this.begin();
    try {
      await this.walk();
      this.seconds = ((Date.now() - began) / 1000).toFixed(1);
      this.isDone = !this.isLeft;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error.code === "no-answer" ? text.common.noAnswer : error.detail;
    } finally {
      this.isBusy = false;
    }
  };

  /** Leaving the page stops the audit. */
  stop = (): void => {
    this.isLeft = true;
  };

  private begin(): void {
    Object.assign(this, { isBusy: true, isDone: false, isLeft: false, walked: 0, records: 0, postings: 0, problem: null });
    this.heads = {};
    this.breaks = [];
  }

  private async walk(): Promise<void> {
    const { chains } = await query("/api/audit/chains");
    this.records = chains.reduce((sum, { records }) => sum + records, 0);
    for (const chain of [...chains.map(({ chain }) => chain), null]) {
      if (this.isLeft) return;
      this.chain = chain;
      this.add(await query("/api/audit/verify", { chain: chain ?? BALANCES }));
    }
  }

  private add({ records, postings, heads, breaks }: Audit): void {
    this.walked += records;
    this.postings += postings;
    this.heads = { ...this.heads, ...heads };
    this.breaks = [...this.breaks, ...breaks];
  }
}
