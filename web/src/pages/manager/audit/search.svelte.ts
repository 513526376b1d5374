// A search of the journal, a page at a time.
import { query, Problem } from "../../../api/client";
import { text } from "../../../text";
import type { JournalRecord } from "./journal";

export const JOURNAL = "/api/audit/export";
const PAGE = 200;

type Wanted = Record<string, string | null>;

export class Search {
  /** The records found so far; null before the first search. */
  records = $state.raw<JournalRecord[] | null>(null);
  hasMore = $state(false);
  isBusy = $state(false);
  /** Why no more records come, in one sentence. */
  problem = $state<string | null>(null);
  /** "More" continues the last search, even if the fields have changed. */
  private wanted: Wanted = {};

  begin = (wanted: Wanted): Promise<void> => {
    this.wanted = wanted;
    return this.load([]);
  };

  more = (): Promise<void> => this.load(this.records ?? []);

  private async load(before: JournalRecord[]): Promise<void> {
    const last = before.at(-1);
    const values = { ...this.wanted, most: PAGE, after: last ? `${last.chain}:${last.seq}` : null };
    this.isBusy = true;
    try {
      const page = (await query(JOURNAL, values)) as unknown as JournalRecord[];
      this.records = [...before, ...page];
      this.hasMore = page.length === PAGE;
      this.problem = null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error.code === "no-answer" ? text.common.noAnswer : error.detail;
    } finally {
      this.isBusy = false;
    }
  }
}
