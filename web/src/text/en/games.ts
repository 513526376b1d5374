const cards = (number: number) => (number === 1 ? "one card" : `${["no", "one", "two", "three"][number] ?? number} cards`);

export const games = {
  names: {
    "three-card-poker": "Three Card Poker",
    "fortune-san-lo": "Fortune San Lo Poker",
    "double-draw": "Double Draw Poker",
    "power-blackjack": "Power Blackjack with Push 22",
  } as Record<string, string>,
  /** Lines of a result that have no spot. */
  wagers: { "ante-bonus": "Ante Bonus" } as Record<string, string>,
  doubleDraw: {
    first: "Choose up to three cards to replace, or keep all five.",
    second: "Choose one card to replace, or keep all five.",
    replace: (card: string) => `Replace the ${card}`,
    held: "keep",
    out: "replace",
    noMore: (most: number) => `No more than ${cards(most)} may be replaced now.`,
    draw: (words: string, number: number) => `${words}, ${number ? `replace ${cards(number)}` : "keep all"}`,
    joker: "A joker is an ace, or the card that completes a straight, a flush, a straight flush or a royal flush.",
  },
};
