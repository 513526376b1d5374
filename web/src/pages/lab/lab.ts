// The types of the lab's answers, as far as the pages show them.

/** An exact figure: a fraction where everything could be counted, else a percentage with its error. */
export interface Figure {
  fraction: string | null;
  percent: number;
  error_percent?: number;
}

export interface Reading {
  total: number | null;
  counts: Record<string, number>;
  probabilities?: Record<string, number>;
  /** What each outcome brings the player, in units of the wager. */
  pays: Record<string, string | number>;
  /** Additions to the outcomes, such as envy. */
  beside?: string;
  house_edge: Figure;
  hit_frequency: Figure;
  standard_deviation: number;
  per: string;
  average_wager: number;
  element_of_risk: Figure;
  how: string;
}

export interface Dollars {
  dollars: number;
}

export interface Progressive {
  others_on_envy: number;
  seed: Dollars;
  house_advantage: Figure;
  parts_of_the_wager: Record<string, Figure>;
  advantage_by_meter: { at_nothing: Figure; less_per_dollar: Figure; at_seed: Figure };
  break_even_meter: Dollars;
  by_others: { others: number; house_advantage: Figure; break_even_meter: Dollars }[];
  meter_at_top_hit: { mean: Dollars; standard_deviation: number; quantiles: { level: number; dollars: number }[] };
  wagers_between_top_hits: { mean: { wagers: number }; standard_deviation: number; quantiles: { level: number; wagers: number }[] };
}

export interface WagerSheet {
  wager: string;
  title: string;
  readings: { rules: Reading; printed?: Reading };
  printed_figures: Record<string, string[]>;
  notes: string[];
  progressive?: { rules: Progressive; printed?: Progressive };
}

export interface Sheet {
  designator: string;
  game: string;
  title: string;
  settings: Record<string, unknown>;
  method: string;
  wagers: WagerSheet[];
}

export interface Plot {
  kind: "bars" | "band" | "line" | "chart";
  title: string;
  x_label: string;
  y_label: string;
  log_x: boolean;
  log_y: boolean;
  percent_y: boolean;
  series: { name: string; x: (string | number)[]; y: number[] }[];
}

export interface ParAnswer {
  sheet: Sheet;
  plots: Record<string, Plot[]>;
}

export interface ProgressiveAnswer {
  readings: { rules: Progressive; printed?: Progressive };
  plots: { meter: Plot[] };
}

export interface Verdict {
  designator: string;
  wager: string;
  figure: string;
  printed: string;
  exact: { fraction: string; text: string } | null;
  verdict: string;
  why: string;
}

export interface Chart {
  title: string;
  columns: string[];
  sections: Record<string, string>;
  rows: { section: string; label: string; entries: string[] }[];
  letters: Record<string, { words: string; colour: string }>;
  exceptions: { cards: string; up: string; chart: string; best: string; gain: number }[];
  longer_exceptions: number;
}

export interface Strategy {
  reading: Reading;
  strategy_class: string;
  insurance_gain: number;
  chart: Chart;
}

export interface Advice {
  game: string;
  cards: string;
  per: string;
  columns: string[];
  options: { words: string; value: number; fraction: string | null; figures: string[] }[];
}

export interface Choice {
  text: string;
  house_edge: Figure;
}

export interface Solution {
  unknown: string;
  target: Figure;
  amount: { fraction: string; value: number };
  is_exact: boolean;
  now: Choice;
  below: Choice | null;
  above: Choice | null;
}

export interface Design {
  edits: { place: string; before: string | null; after: string }[];
  before: Sheet;
  after: Sheet;
  progressives: { rules?: Progressive; printed?: Progressive };
  solution: Solution | null;
}

export interface Job {
  job_id: string;
  kind: string;
  inputs: Record<string, unknown>;
  asked_by: string;
  asked_at: string;
  status: "queued" | "running" | "done" | "failed" | "cancelled";
  done_blocks: number;
  all_blocks: number;
  worker: string | null;
  started_at: string | null;
  finished_at: string | null;
  reason: string | null;
}

/** A job with its result, by its kind; null until it is done. */
export interface DoneJob extends Job {
  result: unknown;
}

/** A stored answer. */
export interface ReadyAnswer<T> {
  job_id: string;
  finished_at: string | null;
  result: T;
}

/** A job that still runs. */
export interface PendingJob {
  job_id: string;
  status: "queued" | "running";
  done_blocks: number;
  all_blocks: number;
}

/** A paytable or a game in the list, with its wagers as far as they are worked out. */
export interface Line {
  designator: string;
  game: string;
  title: string;
  job_id: string | null;
  status: Job["status"] | null;
  wagers: { wager: string; title: string; house_edge: Figure; hit_frequency: Figure; printed_figures: Record<string, string[]> }[];
}

export interface Lines {
  paytables: Line[];
  games: Line[];
}

export interface PayRow {
  hand: string;
  label: string;
  pay: string;
  kind: "to" | "for" | "meter" | "push";
  amount: string | null;
  envy_cents: number | null;
}

export interface PaidWager {
  wager: string;
  name: string;
  pays: PayRow[];
  seed_cents: number | null;
  contribution: string | null;
}

/** A paytable as it is posted. */
export interface Posted {
  designator: string;
  game: string;
  title: string;
  wagers: PaidWager[];
}
