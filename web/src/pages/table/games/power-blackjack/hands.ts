// The hands of a seat as the round shows them: one, or up to four after splits.
import type { CardName, RoundView, SeatInRound, TableView } from "../../../../api/types";

export interface BlackjackHand {
  number: number;
  cards: CardName[];
  /** `hard 16`, `soft 18`, `blackjack`, `bust with 24`; null before the first card. */
  total: string | null;
  bet_cents: number;
  double_cents: number;
  /** Where it stands in its turn; `choosing` means that the card of a power double is kept or replaced. */
  stage: "open" | "drawing" | "doubling" | "power-doubling" | "choosing" | "replacing" | "done";
  surrendered: boolean;
  dead_reason: string | null;
}

interface BlackjackSeat extends SeatInRound {
  hands: BlackjackHand[];
}

interface BlackjackRound extends RoundView {
  seats: Record<string, BlackjackSeat>;
  turn: { seat: number; hand: number } | null;
  burned: CardName[];
}

export function roundOf(view: TableView): BlackjackRound | null {
  return view.round as BlackjackRound | null;
}

/** The hand of a seat whose turn it is. */
export function handInTurn(view: TableView, seat: number): BlackjackHand | null {
  const round = roundOf(view);
  if (round?.turn?.seat !== seat) return null;
  return round.seats[seat]?.hands.find((hand) => hand.number === round.turn?.hand) ?? null;
}
