// The steps of a jackpot: which are done, which one is next, and why a step cannot be done now.
import { send } from "../../../api/client";
import { forms } from "../../../parts/form/form.svelte";
import { notices } from "../../../state/notices.svelte";
import { permissions } from "../../../state/permissions.svelte";
import { session } from "../../../state/session.svelte";
import { text } from "../../../text";
import { floor, type Jackpot } from "../floor.svelte";
import { authorizeForm, checklistForm, payForm, winOf, type Seen } from "./forms";

export interface Step {
  words: string;
  /** The badge that did it; `null` if it is not done. */
  doneBy: string | null;
  button: string;
  /** Why it cannot be done now, or not by this role. */
  reason: string | null;
  press: () => unknown;
}

const t = text.floor.jackpot;

export function stepsOf(jackpot: Jackpot, seen: Seen): Step[] {
  if (jackpot.status === "booked") return [payment(jackpot)];
  if (waitsForKey(jackpot)) return [verification(jackpot)];
  const needsCheck = jackpot.waits_for.includes("surveillance");
  const steps = [verification(jackpot)];
  if (needsCheck || jackpot.checked_by) steps.push(check(jackpot, seen));
  return [...steps, authorization(jackpot, needsCheck)];
}

/** At live cards J-POT has booked it, and nothing is decided here: the key adjusts the meter. */
export function waitsForKey(jackpot: Jackpot): boolean {
  return jackpot.status === "authorized" && jackpot.decided_by === null;
}

function verification(jackpot: Jackpot): Step {
  return {
    words: t.verify,
    doneBy: jackpot.verified_by,
    button: t.verifyButton,
    reason: whoseIs("verify-jackpot"),
    press: async () => {
      const to = { table_id: jackpot.table_id };
      if (await notices.attempt(() => send("/api/tables/{table_id}/verify-jackpot", to, { seat: jackpot.seat }, winOf(jackpot)))) {
        notices.show(t.verified);
        floor.touch();
      }
    },
  };
}

function check(jackpot: Jackpot, seen: Seen): Step {
  return {
    words: t.check,
    doneBy: jackpot.checked_by,
    button: t.checkButton,
    reason: whoseIs("check-jackpot"),
    press: () => forms.open(checklistForm(jackpot.table_id, jackpot.seat, seen)),
  };
}

function authorization(jackpot: Jackpot, needsCheck: boolean): Step {
  const needsExecutive = jackpot.waits_for.includes("executive");
  return {
    words: t.authorize[needsExecutive ? "executive" : "supervisor"]!,
    doneBy: jackpot.decided_by,
    button: t.authorizeButton,
    reason:
      whoseIs("authorize-jackpot") ??
      (needsExecutive && session.role !== "executive" ? t.needsExecutive : null) ??
      (jackpot.status === "claimed" ? t.waitsForVerify : null) ??
      (needsCheck ? t.waitsForCheck : null),
    press: () => forms.open(authorizeForm(jackpot)),
  };
}

function payment(jackpot: Jackpot): Step {
  return { words: t.pay, doneBy: null, button: t.payButton, reason: whoseIs("pay-booked"), press: () => forms.open(payForm(jackpot)) };
}

function whoseIs(command: string): string | null {
  return permissions.may(command) ? null : t.forRoles(permissions.whoMay(command).join(", "));
}
