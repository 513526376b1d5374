// The three hands that six cards are set into, and a seat and the dealer as the round shows them.
import type { CardName, RoundView, SeatInRound, TableView } from "../../../../api/types";

export type HandName = "high" | "mid" | "low";

/** The places of the six cards: three for the high hand, two for the mid hand, one for the low hand. */
export const HANDS: readonly { name: HandName; places: readonly number[] }[] = [
  { name: "high", places: [0, 1, 2] },
  { name: "mid", places: [3, 4] },
  { name: "low", places: [5] },
];

export interface SetHands extends Record<HandName, CardName[]> {
  /** The three hands in words, with ` / ` between; null where they lie face down. */
  words: string | null;
  /** Why the hand is fouled. */
  fouled: string | null;
}

export type Outcome = "wins" | "ties" | "loses";

export interface SanLoSeat extends SeatInRound {
  asked_house_way: boolean;
  hands: SetHands | null;
  /** Why the house way set it so. */
  house_way: string | null;
  matchups: Record<HandName, Outcome> | null;
}

interface SanLoRound extends RoundView {
  seats: Record<string, SanLoSeat>;
  dealer: { cards: CardName[]; hands: SetHands | null; house_way: string | null };
}

export function roundOf(view: TableView): SanLoRound | null {
  return view.round as SanLoRound | null;
}

/** What each of the three hands is, where it lies face up. */
export function wordsOf(hands: SetHands): Record<HandName, string> {
  const [high = "", mid = "", low = ""] = (hands.words ?? "").split(" / ");
  return { high, mid, low };
}
