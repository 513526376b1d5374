// What a display is about: its address names a progressive, or a table.
import { look, Problem } from "../../api/client";
import { lookAtPlacard, type Placard } from "../../api/placard";
import type { GameName } from "../../api/types";

export interface Found {
  /** The progressive that is shown; a table may have none. */
  meter: string | null;
  game: GameName | null;
  placard: Placard | null;
  /** The tables with physical cards that feed the progressive: their keypads say when a win waits. */
  keypads: string[];
}

/** What goes by that name; nothing where there is no such thing. */
export async function find(name: string): Promise<Found | null> {
  const [{ meters }, { tables }] = await Promise.all([look("/api/meters"), look("/api/tables")]);
  const keypadsOf = (meter: string | null) =>
    tables.filter((each) => meter && each.meter === meter && each.cards === "physical").map((each) => each.table);
  if (meters.some((each) => each.meter === name)) {
    const feeding = tables.find((each) => each.meter === name);
    return { meter: name, game: (feeding?.game as GameName | undefined) ?? null, placard: null, keypads: keypadsOf(name) };
  }
  const table = tables.find((each) => each.table === name);
  if (!table) return null;
  const placard = await lookAtPlacard(name);
  return { meter: table.meter, game: table.game as GameName, placard, keypads: keypadsOf(table.meter) };
}

const PAUSE_MS = 3000;

/** The same, asked again until the house answers. */
export async function findAtLast(name: string, isGone: () => boolean): Promise<Found | null> {
  while (!isGone()) {
    try {
      return await find(name);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status && error.status < 500) return null;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  return null;
}
