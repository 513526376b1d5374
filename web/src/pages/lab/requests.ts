// Requests to the lab. The types of its answers are in lab.ts.
import { post, query, sendTo } from "../../api/client";
import type { Advice, Design, DoneJob, ReadyAnswer, Job, Lines, ParAnswer, Posted, Strategy, Verdict, PendingJob } from "./lab";

const labQuery = query as (path: string, values?: object) => Promise<unknown>;
/** A question changes nothing: it is no command, and is not sent again automatically. */
const labQuestion = post as (path: string, body: object) => Promise<unknown>;

export const paytables = () => labQuery("/api/lab/paytables") as Promise<Lines>;
export const posted = (designator: string) => labQuery("/api/lab/paytables/{designator}", { designator }) as Promise<Posted>;
export const parSheet = (designator: string, decks: number | null) =>
  labQuery("/api/lab/sheets/{designator}", { designator, decks }) as Promise<ReadyAnswer<ParAnswer> | PendingJob>;
export const verdicts = () => labQuery("/api/lab/verify") as Promise<ReadyAnswer<{ verdicts: Verdict[] }> | PendingJob>;
export const strategy = (decks: number) => labQuery("/api/lab/strategy", { decks }) as Promise<ReadyAnswer<Strategy> | PendingJob>;
export const oneJob = (id: string) => labQuery("/api/lab/jobs/{job_id}", { job_id: id }) as Promise<DoneJob>;

export const advise = (body: object) => labQuestion("/api/lab/advise", body) as Promise<Advice>;
export const design = (text: string) => labQuestion("/api/lab/design", { text }) as Promise<Design>;
export const requestJob = (kind: string, inputs: object) => sendTo("/api/lab/jobs", { kind, inputs }) as Promise<Job>;
export const cancelJob = (id: string) => sendTo(`/api/lab/jobs/${encodeURIComponent(id)}/cancel`) as Promise<Job>;
