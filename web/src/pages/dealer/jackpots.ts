// How far a jackpot is on its way from the claim to the payment.
import type { Jackpot } from "./dealer-table.svelte";

export interface Stage {
  name: string;
  isDone: boolean;
}

/** The stages of a win, in order. Surveillance checks only the large ones. */
export function stagesOf(jackpot: Jackpot): Stage[] {
  const needsCamera = jackpot.checked_by !== null || jackpot.waits_for.includes("surveillance");
  if (jackpot.status === "booked")
    return [
      { name: "booked", isDone: true },
      { name: "paid", isDone: false },
    ];
  const isVerified = jackpot.status !== "claimed";
  return [
    { name: "claimed", isDone: true },
    { name: "verified", isDone: isVerified },
    ...(needsCamera ? [{ name: "checked", isDone: jackpot.checked_by !== null }] : []),
    { name: "authorized", isDone: jackpot.status === "authorized" },
    { name: "paid", isDone: false },
  ];
}

/** What surveillance must have seen on camera. */
export const TICKS = ["hand", "wager", "payout", "player"];
