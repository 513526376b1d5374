// What is asked of the lab. Its answers are documents of their own: their shapes are in lab.ts.
import { knock, look, sendTo } from "../../api/client";
import type { Advice, Design, DoneJob, Found, Job, Lines, ParAnswer, Posted, Strategy, Verdict, Waits } from "./lab";

const lookAt = look as (path: string, values?: object) => Promise<unknown>;
/** A question changes nothing: it is no command, and is not sent again by itself. */
const question = knock as (path: string, body: object) => Promise<unknown>;

export const paytables = () => lookAt("/api/lab/paytables") as Promise<Lines>;
export const posted = (designator: string) => lookAt("/api/lab/paytables/{designator}", { designator }) as Promise<Posted>;
export const parSheet = (designator: string, decks: number | null) =>
  lookAt("/api/lab/sheets/{designator}", { designator, decks }) as Promise<Found<ParAnswer> | Waits>;
export const verdicts = () => lookAt("/api/lab/verify") as Promise<Found<{ verdicts: Verdict[] }> | Waits>;
export const strategy = (decks: number) => lookAt("/api/lab/strategy", { decks }) as Promise<Found<Strategy> | Waits>;
export const oneJob = (id: string) => lookAt("/api/lab/jobs/{job_id}", { job_id: id }) as Promise<DoneJob>;

export const advise = (body: object) => question("/api/lab/advise", body) as Promise<Advice>;
export const design = (text: string) => question("/api/lab/design", { text }) as Promise<Design>;
export const askForJob = (kind: string, inputs: object) => sendTo("/api/lab/jobs", { kind, inputs }) as Promise<Job>;
export const cancelJob = (id: string) => sendTo(`/api/lab/jobs/${encodeURIComponent(id)}/cancel`) as Promise<Job>;
