const NAMES: Record<string, string> = { insure: "Insure", double: "Double", "power-double": "Power Double" };

export const blackjack = {
  hand: (number: number, of: number) => (of > 1 ? `Hand ${number} of ${of}` : "Hand"),
  surrendered: "surrendered",
  dead: (why: string) => `dead hand: ${why}`,
  decide: (total: string, up: string, number: number, of: number) =>
    `${of > 1 ? `Hand ${number} of ${of}: y` : "Y"}ou have ${total}; the dealer shows the ${up}.`,
  insurance: (pays: string) => `The dealer shows an ace. Insurance pays ${pays} if the hidden card makes it a blackjack.`,
  evenMoney: "The dealer shows an ace, and you have a blackjack. Insured for half your bet, it pays even money for sure.",
  keepOrReplace: (card: string, total: string) =>
    `The ${card} makes ${total}. Keep it, or take the next card instead? The next one is final.`,
  amounts: { insure: "Insurance", double: "Double for", "power-double": "Power Double for" } as Record<string, string>,
  withAmount: (what: string, dollars: string) => `${NAMES[what] ?? what}: ${dollars}`,
};
