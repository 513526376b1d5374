// The audit as it goes on: chain after chain, and the balances at last.
import { look, Problem, type Look } from "../../../api/client";
import { text } from "../../../text";

type Audit = Look<"/api/audit/verify">;

/** What the interface calls the balances, which are no chain. */
const BALANCES = "accounts";

export class Verification {
  isBusy = $state(false);
  isDone = $state(false);
  /** The chain that is walked now; nothing while the balances are compared. */
  chain = $state<string | null>(null);
  /** So many records are before it, and so many of them are done. */
  records = $state(0);
  walked = $state(0);
  postings = $state(0);
  heads = $state.raw<Audit["heads"]>({});
  breaks = $state.raw<Audit["breaks"]>([]);
  seconds = $state("");
  /** Why it came to no end, in one sentence. */
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

  /** Whoever leaves the page asks for no more of it. */
  stop = (): void => {
    this.isLeft = true;
  };

  private begin(): void {
    Object.assign(this, { isBusy: true, isDone: false, isLeft: false, walked: 0, records: 0, postings: 0, problem: null });
    this.heads = {};
    this.breaks = [];
  }

  private async walk(): Promise<void> {
    const { chains } = await look("/api/audit/chains");
    this.records = chains.reduce((sum, { records }) => sum + records, 0);
    for (const chain of [...chains.map(({ chain }) => chain), null]) {
      if (this.isLeft) return;
      this.chain = chain;
      this.add(await look("/api/audit/verify", { chain: chain ?? BALANCES }));
    }
  }

  private add({ records, postings, heads, breaks }: Audit): void {
    this.walked += records;
    this.postings += postings;
    this.heads = { ...this.heads, ...heads };
    this.breaks = [...this.breaks, ...breaks];
  }
}
