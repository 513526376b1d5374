// What is asked on the way of a jackpot from the claim to the payment.
import { send } from "../../../api/client";
import type { Question } from "../../../parts/ask/asking.svelte";
import { dollars } from "../../../parts/money";
import { text } from "../../../text";
import { propose } from "../../manager/proposals/proposing";
import type { Jackpot } from "../floor.svelte";

const t = text.floor.jackpot;

/** What surveillance must have seen, each with what the books say about it. */
export interface Seen {
  hand: string;
  wager: string;
  payout: string;
  player: string;
}

export function checklist(table_id: string, seat: number, seen: Seen): Question {
  return {
    title: t.checkTitle(table_id, seat),
    about: [t.checkAbout],
    fields: [
      {
        name: "seen",
        label: t.seen,
        kind: "ticks",
        value: "",
        choices: Object.entries(seen).map(([value, more]) => ({ value, words: t.ticks[value] ?? value, more })),
      },
    ],
    confirm: text.common.confirm,
    submit: (answers) => send("/api/tables/{table_id}/check-jackpot", { table_id }, { seat, seen: answers.seen ?? "" }),
    done: t.checked,
  };
}

export function authorising(jackpot: Jackpot): Question {
  return {
    title: t.authoriseTitle(dollars(jackpot.cents)),
    about: [t.authoriseAbout(jackpot.player, jackpot.hand)],
    fields: papers(jackpot),
    confirm: t.authoriseButton,
    submit: ({ identity = "", tax_form = "" }) =>
      send("/api/tables/{table_id}/authorise-jackpot", { table_id: jackpot.table_id }, { seat: jackpot.seat, identity, tax_form }),
    done: t.authorised,
  };
}

export function rejecting(jackpot: Pick<Jackpot, "table_id" | "seat" | "cents">): Question {
  return {
    title: t.rejectTitle(dollars(jackpot.cents)),
    fields: [{ name: "reason", label: text.floor.reason, kind: "words" }],
    confirm: t.rejectButton,
    isDanger: true,
    submit: ({ reason = "" }) =>
      send("/api/tables/{table_id}/reject-jackpot", { table_id: jackpot.table_id }, { seat: jackpot.seat, reason }),
    done: t.rejected,
  };
}

/** A booked win that was none: two people take it back, and the manager's proposals have the rest of the way. */
export function backingOut(jackpot: Jackpot): Question {
  return {
    title: t.backOutTitle(dollars(jackpot.cents)),
    about: [t.backOutAbout],
    fields: [{ name: "why", label: text.floor.reason, kind: "line" }],
    confirm: t.backOut,
    isDanger: true,
    submit: (answers) =>
      propose("back-out-win", jackpot.table_id, { jackpot_id: jackpot.jackpot_id, reason: answers.why ?? "" }, answers),
    done: t.backOutProposed,
  };
}

export function paying(jackpot: Jackpot): Question {
  return {
    title: t.payTitle(dollars(jackpot.cents)),
    fields: [{ name: "player", label: t.winner, kind: "line" }, ...papers(jackpot)],
    confirm: t.payButton,
    submit: ({ player = "", identity = "", tax_form = "" }) =>
      send("/api/tables/{table_id}/pay-booked", { table_id: jackpot.table_id }, {
        jackpot_id: jackpot.jackpot_id, player, identity, tax_form,
      }),
    done: t.paid,
  };
}

function papers(jackpot: Jackpot): Question["fields"] {
  return [
    { name: "identity", label: t.identity, kind: "line", hint: t.identityHint },
    { name: "tax_form", label: t.taxForm, kind: "line", isOptional: !jackpot.waits_for.includes("tax form") },
  ];
}
