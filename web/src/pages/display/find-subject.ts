// What a display is about: its address names a progressive, or a table.
import { query, Problem } from "../../api/client";
import { queryPlacard, type Placard } from "../../api/placard";
import type { GameName } from "../../api/types";

export interface DisplaySubject {
  /** The progressive that is shown; a table may have none. */
  meter: string | null;
  game: GameName | null;
  placard: Placard | null;
  /** The tables with live cards that feed the progressive: their keypads say when a win waits. */
  keypads: string[];
}

/** What goes by that name; nothing where there is no such thing. */
export async function findSubject(name: string): Promise<DisplaySubject | null> {
  const [{ meters }, { tables }] = await Promise.all([query("/api/meters"), query("/api/tables")]);
  const keypadsOf = (meter: string | null) =>
    tables.filter((each) => meter && each.meter === meter && each.cards === "live").map((each) => each.table);
  if (meters.some((each) => each.meter === name)) {
    const feeding = tables.find((each) => each.meter === name);
    return { meter: name, game: (feeding?.game as GameName | undefined) ?? null, placard: null, keypads: keypadsOf(name) };
  }
  const table = tables.find((each) => each.table === name);
  if (!table) return null;
  const placard = await queryPlacard(name);
  return { meter: table.meter, game: table.game as GameName, placard, keypads: keypadsOf(table.meter) };
}

const PAUSE_MS = 3000;

/** The same, queried again until the server answers. */
export async function findSubjectWithRetry(name: string, isGone: () => boolean): Promise<DisplaySubject | null> {
  while (!isGone()) {
    try {
      return await findSubject(name);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status && error.status < 500) return null;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  return null;
}
