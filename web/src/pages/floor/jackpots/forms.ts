// The forms of a jackpot from the claim to the payment.
import { query, send } from "../../../api/client";
import { forms, type Form } from "../../../parts/form/form.svelte";
import { dollars, dollarsAndCents } from "../../../parts/money";
import type { Shown } from "../../../parts/sign/signing.svelte";
import { text } from "../../../text";
import { propose } from "../../manager/proposals/propose";
import type { Jackpot } from "../floor.svelte";
import { registerForm, type Player } from "../people/players";

const t = text.floor.jackpot;

/** What surveillance must have seen, each with the value on record. */
export interface Seen {
  hand: string;
  wager: string;
  payout: string;
  player: string;
}

export function checklistForm(table_id: string, seat: number, seen: Seen): Form {
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

export function authorizeForm(jackpot: Jackpot): Form {
  return {
    title: t.authorizeTitle(dollars(jackpot.cents)),
    about: [t.authorizeAbout(jackpot.player, jackpot.hand)],
    fields: papers(jackpot),
    confirm: t.authorizeButton,
    submit: ({ identity = "", tax_form = "" }) =>
      send("/api/tables/{table_id}/authorize-jackpot", { table_id: jackpot.table_id }, { seat: jackpot.seat, identity, tax_form }, winOf(jackpot, identity, tax_form)),
    done: t.authorized,
  };
}

export function rejectForm(jackpot: Pick<Jackpot, "table_id" | "seat" | "cents">): Form {
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

/** The wins that can be reversed: those that were taken off the meter or paid from the tray. */
export const CAN_BE_REVERSED = ["booked", "paid", "withheld"];

/** The reversal of a win that was booked by mistake: another person approves it among the manager's proposals. */
export function reverseForm(jackpot: Jackpot): Form {
  return {
    title: t.reverseTitle(dollars(jackpot.cents), jackpot.seat, jackpot.hand),
    about: [t.reverseAbout],
    fields: [
      { name: "why", label: text.floor.reason, kind: "line" },
      { name: "evidence", label: t.evidence, kind: "line", hint: t.evidenceHint },
      { name: "keeps_seed", label: t.reverseKeepsSeed, kind: "yes-no" },
    ],
    confirm: t.reverse,
    isDanger: true,
    submit: (answers) => {
      const { why: reason = "", evidence = "" } = answers;
      const content = { jackpot_id: jackpot.jackpot_id, reason, evidence, keeps_seed: answers.keeps_seed === "yes" };
      return propose("reverse-jackpot", jackpot.jackpot_id, content, answers);
    },
    done: t.reverseProposed,
  };
}

/** The payee is a registered person: the form searches first, and registers a new person. */
export function payForm(jackpot: Jackpot): Form {
  return {
    title: t.payTitle(dollars(jackpot.cents)),
    about: [t.payeeAbout],
    fields: [{ name: "search", label: t.payeeSearch, kind: "line", hint: t.payeeSearchHint }],
    confirm: t.next,
    submit: async ({ search = "" }) => {
      const { players } = await query("/api/players", { search });
      forms.open(chooseWinnerForm(jackpot, players.filter(({ kind }) => kind === "player")));
    },
  };
}

function chooseWinnerForm(jackpot: Jackpot, players: Player[]): Form {
  const found = players.map(({ player, name, born }) => ({ value: player, words: `${name} (${player})`, more: born ?? "" }));
  if (!found.length) return registerForm((player) => forms.open(chooseWinnerForm(jackpot, [player])), t.payeeNew);
  return {
    title: t.payTitle(dollars(jackpot.cents)),
    fields: [{ name: "player", label: t.payee, kind: "choice", value: "", choices: found }, ...papers(jackpot)],
    confirm: t.payButton,
    submit: ({ player = "", identity = "", tax_form = "" }) =>
      send("/api/tables/{table_id}/pay-booked", { table_id: jackpot.table_id }, {
        jackpot_id: jackpot.jackpot_id, player, identity, tax_form,
      }, winOf({ ...jackpot, player }, identity, tax_form)),
    done: t.paid,
  };
}

/** A win that the law forbids to pay: two people confiscate it, and the rest is done among the manager's proposals. */
export function withholdForm(jackpot: Jackpot): Form {
  return {
    title: t.withholdTitle(dollars(jackpot.cents)),
    about: [t.withholdAbout],
    fields: [
      { name: "player", label: t.withholdFrom, kind: "line", value: jackpot.status === "booked" ? "" : jackpot.player },
      { name: "why", label: text.floor.reason, kind: "line" },
    ],
    confirm: t.withhold,
    isDanger: true,
    submit: (answers) =>
      propose("withhold-win", jackpot.table_id, { jackpot_id: jackpot.jackpot_id, player: answers.player ?? "" }, answers),
    done: t.withholdProposed,
  };
}

/** The lines that are signed for a win: table, seat, hand and amount. */
export function winOf(jackpot: Jackpot, identity = "", tax_form = ""): Shown {
  const { names } = text.sign;
  const lines: Shown = [
    [names.amount!, dollarsAndCents(jackpot.cents)],
    [names.hand!, jackpot.hand],
    [names.table!, `${jackpot.table_id}, ${text.floor.seat} ${jackpot.seat}`],
    [names.player!, jackpot.player],
    [names.jackpot_id!, jackpot.jackpot_id],
    [names.identity!, identity],
    [names.tax_form!, tax_form],
  ];
  return lines.filter(([, value]) => value);
}

function papers(jackpot: Jackpot): Form["fields"] {
  return [
    { name: "identity", label: t.identity, kind: "line", hint: t.identityHint },
    { name: "tax_form", label: t.taxForm, kind: "line", isOptional: !jackpot.waits_for.includes("tax form") },
  ];
}
