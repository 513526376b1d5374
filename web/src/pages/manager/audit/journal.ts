/** A record of the journal as it may leave the room. */
export interface JournalRecord {
  chain: string;
  seq: number;
  at: string;
  day: string;
  actor: string;
  kind: string;
  command_id: string;
  asked: Record<string, unknown>;
  events: Record<string, unknown>[];
  postings: [string, number][];
  previous: string;
  hash: string;
}
