// What is asked about disputes.
import { look, send, type Look } from "../../../api/client";
import type { Question } from "../../../parts/ask/asking.svelte";
import { shortId } from "../../../parts/ids";
import { text } from "../../../text";

export type Dispute = Look<"/api/disputes">["disputes"][number];

export const PARTIES = ["player", "supervisor"];

const t = text.floor.dispute;

export async function opening(): Promise<Question> {
  const { tables } = await look("/api/tables");
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

export function ruling({ dispute_id }: Dispute): Question {
  return {
    title: t.rule,
    fields: [{ name: "ruling", label: t.ruling, kind: "words" }],
    confirm: t.rule,
    submit: (answers) => send("/api/office/rule-dispute", {}, { dispute_id, ruling: answers.ruling ?? "" }),
    done: t.ruled,
  };
}

/** The signatures that are missing and that whoever looks may take: not that of the player, for who ruled. */
export function signableBy({ signatures, ruled_by }: Dispute, me: string): string[] {
  return PARTIES.filter((party) => !(party in signatures) && !(party === "player" && ruled_by === me));
}

export function signing(dispute: Dispute, me: string): Question {
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
