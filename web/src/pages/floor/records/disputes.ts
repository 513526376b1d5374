// The forms about disputes.
import { query, send, type QueryAnswer } from "../../../api/client";
import type { Form } from "../../../parts/form/form.svelte";
import { shortId } from "../../../parts/ids";
import { text } from "../../../text";

export type Dispute = QueryAnswer<"/api/disputes">["disputes"][number];

export const PARTIES = ["player", "supervisor"];

const t = text.floor.dispute;

export async function openForm(): Promise<Form> {
  const { tables } = await query("/api/tables");
  const dispute_id = shortId("d");
  return {
    title: t.open,
    about: [t.openAbout],
    fields: [
      { name: "table_id", label: t.table, kind: "choice", choices: tables.map(({ table }) => ({ value: table, words: table })) },
      { name: "round_number", label: t.round, kind: "number" },
      { name: "player", label: t.player, kind: "line" },
      { name: "claim", label: t.claim, kind: "words" },
    ],
    confirm: t.open,
    submit: ({ table_id = "", round_number, player = "", claim = "" }) =>
      send("/api/office/open-dispute", {}, { dispute_id, table_id, round_number: Number(round_number), player, claim }),
    done: t.opened,
  };
}

export function rulingForm({ dispute_id }: Dispute): Form {
  return {
    title: t.rule,
    fields: [{ name: "ruling", label: t.ruling, kind: "words" }],
    confirm: t.rule,
    submit: (answers) => send("/api/office/rule-dispute", {}, { dispute_id, ruling: answers.ruling ?? "" }),
    done: t.ruled,
  };
}

/** The missing signatures that this person may take: the supervisor who ruled may not take the player's. */
export function signableBy({ signatures, ruled_by }: Dispute, me: string): string[] {
  return PARTIES.filter((party) => !(party in signatures) && !(party === "player" && ruled_by === me));
}

export function signatureForm(dispute: Dispute, me: string): Form {
  const { dispute_id } = dispute;
  return {
    title: t.signTitle,
    about: [t.signAbout],
    fields: [
      { name: "party", label: t.party, kind: "choice", choices: signableBy(dispute, me).map((value) => ({ value, words: t.parties[value] ?? value })) },
      { name: "signature", label: t.signature, kind: "line" },
    ],
    confirm: t.sign,
    submit: ({ party = "", signature = "" }) => send("/api/office/sign-dispute", {}, { dispute_id, party, signature }),
    done: t.signed,
  };
}
