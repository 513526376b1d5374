// A job in words, and how long it will take.
import { text } from "../../../text";
import type { Job } from "../lab";

const t = text.lab.work;

/** `Par sheet: TCP-01`. */
export function nameOf(job: Job): string {
  const { designator, decks, others, exact, rules, text: design } = job.inputs;
  const base = typeof design === "string" ? /base\s*=\s*"([^"]*)"/.exec(design)?.[1] : undefined;
  const of = [
    text.games.names[String(designator)] ?? designator ?? base,
    typeof decks === "number" && text.lab.par.numberOfDecks(decks),
    typeof others === "number" && text.lab.meter.others(others),
    exact && t.everyDeal,
    rules && t.asSet,
  ].filter(Boolean);
  return `${t.kinds[job.kind] ?? job.kind}${of.length ? `: ${of.join(", ")}` : ""}`;
}

const PLACES: Record<Job["status"], number> = { running: 0, queued: 1, done: 2, failed: 2, cancelled: 2 };

/** Running jobs first, then queued ones, then finished ones; each group in its order. */
export const inOrder = (jobs: Job[]) => jobs.toSorted((a, b) => PLACES[a.status] - PLACES[b.status]);

export const isOpen = (job: Job) => job.status === "queued" || job.status === "running";

/** The remaining time, or the time it took, in words; null if it is unknown. */
export function timeOf(job: Job, now: number): string {
  if (!job.started_at) return "";
  const since = Date.parse(job.started_at);
  if (job.status === "done" && job.finished_at) return t.took(t.seconds((Date.parse(job.finished_at) - since) / 1000));
  if (job.status !== "running" || !job.done_blocks || !job.all_blocks) return "";
  return t.left(t.seconds((((now - since) / 1000) * (job.all_blocks - job.done_blocks)) / job.done_blocks));
}
