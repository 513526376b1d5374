// The hands of a round in its view, the same for every game.
import type { CardName, HandView, RoundView, SeatRound } from "../api/types";

/** The one hand of a seat or of the dealer in games where there are no more; nothing before the deal. */
export function onlyHand(hands: HandView[] | undefined): HandView | null {
  return hands?.[0] ?? null;
}

/** All cards of some hands, one after the other. */
export function cardsOf(hands: HandView[] | undefined): CardName[] {
  return (hands ?? []).flatMap(({ rows }) => rows.flatMap(({ cards }) => cards));
}

export function isFolded(seat: SeatRound | null | undefined): boolean {
  return seat?.hands.some(({ status }) => status === "folded") ?? false;
}

/** The number of cards in a pile, such as the stub. */
export function pileSize(round: RoundView | null, label: string): number {
  return round?.piles.find((pile) => pile.label === label)?.cards.length ?? 0;
}
