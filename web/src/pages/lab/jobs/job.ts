// A job in words, and how long it will take.
import { text } from "../../../text";
import type { Job } from "../lab";

const t = text.lab.work;

/** `Par sheet: TCP-01`. */
export function nameOf(job: Job): string {
  const { designator, decks } = job.inputs;
  const named = text.games.names[String(designator)] ?? designator;
  const of = [named, typeof decks === "number" ? text.lab.par.numberOfDecks(decks) : ""].filter(Boolean).join(", ");
  return `${t.kinds[job.kind] ?? job.kind}${of ? `: ${of}` : ""}`;
}

/** Where its result is shown; nothing where no page shows it. */
export function pageOf(job: Job): string | null {
  const { designator, decks, rules, exact } = job.inputs;
  const shoe = decks ? `?decks=${String(decks)}` : "";
  if (rules || exact) return null;
  if (job.kind === "par") return `/lab/par/${String(designator)}${shoe}`;
  if (job.kind === "strategy") return `/lab/strategy${shoe}`;
  return job.kind === "verify" ? "/lab/verify" : null;
}

export const isOpen = (job: Job) => job.status === "queued" || job.status === "running";

/** How long it will still take, or took, in words; nothing where nobody can say. */
export function timeOf(job: Job, now: number): string {
  if (!job.started_at) return "";
  const since = Date.parse(job.started_at);
  if (job.status === "done" && job.finished_at) return t.took(t.seconds((Date.parse(job.finished_at) - since) / 1000));
  if (job.status !== "running" || !job.done_blocks || !job.all_blocks) return "";
  return t.left(t.seconds((((now - since) / 1000) * (job.all_blocks - job.done_blocks)) / job.done_blocks));
}
