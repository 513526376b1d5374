// Where a jackpot stands on its way: what is done, what comes next, and why a step cannot be taken now.
import { send } from "../../../api/client";
import { asker } from "../../../parts/ask/asking.svelte";
import { notices } from "../../../state/notices.svelte";
import { permissions } from "../../../state/permissions.svelte";
import { session } from "../../../state/session.svelte";
import { text } from "../../../text";
import { floor, type Jackpot } from "../floor.svelte";
import { authorizing, checklist, paying, winOf, type Seen } from "./questions";

export interface Step {
  words: string;
  /** Who has done it; `null` while it is to be done. */
  doneBy: string | null;
  button: string;
  /** Why it cannot be done, or not by whoever looks. */
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

/** At physical cards J-POT has booked it, and nobody decides anything here: the key adjusts the meter. */
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
        notices.tell(t.verified);
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
    press: () => asker.ask(checklist(jackpot.table_id, jackpot.seat, seen)),
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
    press: () => asker.ask(authorizing(jackpot)),
  };
}

function payment(jackpot: Jackpot): Step {
  return { words: t.pay, doneBy: null, button: t.payButton, reason: whoseIs("pay-booked"), press: () => asker.ask(paying(jackpot)) };
}

function whoseIs(command: string): string | null {
  return permissions.may(command) ? null : t.forRoles(permissions.whoMay(command).join(", "));
}
