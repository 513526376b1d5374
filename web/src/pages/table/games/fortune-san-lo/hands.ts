// The three hands that six cards are set into, as the round shows them: a row for each.
import type { CardRow, HandView } from "../../../../api/types";

export type HandName = "high" | "mid" | "low";

/** The places of the six cards: three for the high hand, two for the mid hand, one for the low hand. */
export const HANDS: readonly { name: HandName; places: readonly number[] }[] = [
  { name: "high", places: [0, 1, 2] },
  { name: "mid", places: [3, 4] },
  { name: "low", places: [5] },
];

/** Whether the six cards are set already, into three rows. */
export function isSet(hand: HandView): boolean {
  return hand.rows.length === HANDS.length;
}

export function rowOf(hand: HandView, name: HandName): CardRow {
  const row = hand.rows.find(({ label }) => label === name);
  if (!row) throw new Error(`a hand that is set has no row named ${name}`);
  return row;
}
