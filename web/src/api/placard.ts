// The placard of a table. It is also available as a page and as a PDF, for printing.
import { addressOf, query } from "./client";

export interface Odds {
  title: string;
  designator: string;
  /** Hand, pay, and the envy that the hand awards, in cents. */
  rows: [hand: string, pay: string, envyCents: number | null][];
}

export interface Placard {
  house: string;
  table_id: string;
  game: string;
  /** The wager that admits to the game comes first. */
  limits: { wager: string; minimum_cents: number; maximum_cents: number; unit_cents: number }[];
  odds: Odds[];
  jackpot: {
    meter_id: string;
    wager_cents: number;
    shown_cents: number;
    starts_at_cents: number;
    maximum_cents: number | null;
    contribution: string;
  } | null;
  aggregate_cents: number;
  dealer: string[];
  time_out: string;
  disputes: string[];
  settings_hash: string;
}

const ADDRESS = "/api/tables/{table_id}/placard";

export async function queryPlacard(table: string): Promise<Placard> {
  return (await query(ADDRESS, { table_id: table, format: "json" })) as unknown as Placard;
}

export function placardAddress(table: string, format: "html" | "pdf"): string {
  return addressOf(ADDRESS, { table_id: table, format });
}
