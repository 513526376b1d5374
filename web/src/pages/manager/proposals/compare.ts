// A proposal compared with the current settings, one by one.
import { query, Problem } from "../../../api/client";
import { permissions } from "../../../state/permissions.svelte";
import type { QueryAnswer } from "../../../api/client";
import { dollarsOfMillicents } from "../../../parts/money";
import { text } from "../../../text";
import { flat, isRuleList, nameOf, valueOf } from "../settings";

export type Proposal = QueryAnswer<"/api/proposals">["proposals"][number];

export interface Row {
  path: string;
  name: string;
  now: string | null;
  proposed: string;
  isChanged: boolean;
}

/** The proposed settings, each with the current one if there is one. */
export async function compare(proposal: Proposal): Promise<Row[]> {
  if (proposal.effect?.before) return potsOf(proposal.effect.before as Pots, proposal.effect.after as Pots);
  const proposed = flat(proposedOf(proposal));
  const now = proposal.status === "pending" || proposal.status === "approved" ? await nowOf(proposal) : null;
  const paths = [...new Set([...Object.keys(now ?? {}), ...Object.keys(proposed)])].filter((path) => path !== "format");
  return paths.map((path) => ({
    path,
    name: nameOf(path),
    now: now && valueOf(path, now[path]),
    proposed: valueOf(path, proposed[path]),
    isChanged: now !== null && isOther(path, now[path], proposed[path]),
  }));
}

type Pots = Record<string, number>;

/** The pots of a meter before and after a reversal. */
function potsOf(before: Pots, after: Pots): Row[] {
  return Object.keys(before).map((path) => {
    const [now, proposed] = [before, after].map((pots) => dollarsOfMillicents(pots[path] ?? 0)) as [string, string];
    return { path, name: text.manager.meter.pots[path] ?? path, now, proposed, isChanged: now !== proposed };
  });
}

/** Whether it reads differently, or is a list that does not show everything. */
function isOther(path: string, now: unknown, proposed: unknown): boolean {
  return valueOf(path, now) !== valueOf(path, proposed) || (isRuleList(now) && JSON.stringify(now) !== JSON.stringify(proposed));
}

function proposedOf({ kind, content }: Proposal): unknown {
  if (kind === "set-house") return { from_day: content.from_day, ...(content.settings as Record<string, unknown>) };
  return content.parameters ?? content;
}

/** The current settings; null if the proposal is about something new, or this role may not see them. */
async function nowOf({ kind, subject }: Proposal): Promise<Record<string, unknown> | null> {
  try {
    if (kind === "set-parameters" && permissions.sees("meter-status")) {
      return flat((await query("/api/meters/{meter_id}/status", { meter_id: subject })).parameters);
    }
    if (kind === "configure-table" && permissions.sees("floor")) {
      return flat((await query("/api/tables/{table_id}/books", { table_id: subject })).settings);
    }
    if (kind === "set-house" && permissions.sees("settings")) {
      const last = (await query("/api/settings")).versions.at(-1);
      return last ? { from_day: last.from_day, ...last.settings } : null;
    }
    if (kind === "change-staff" && permissions.sees("staff")) {
      const person = (await query("/api/staff")).staff.find(({ badge }) => badge === subject);
      return person ? { badge: person.badge, name: person.name, role: person.role } : null;
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  return null;
}
