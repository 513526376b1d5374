import type { CardName } from "../api/types";
import { text } from "../text";

/** A card in words: `ace of spades`. */
export function nameOf(card: CardName): string {
  if (card === "??") return text.common.faceDown;
  if (card.startsWith("Jk")) return text.common.joker;
  return text.common.card(text.common.ranks[card[0] ?? ""] ?? "", text.common.suits[card[1] ?? ""] ?? "");
}
