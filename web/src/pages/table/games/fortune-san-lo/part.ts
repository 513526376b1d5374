import type { GamePart } from "../types";

export const part: GamePart = {
  // As on the layout: the bet in the middle, the two bonus bets next to it, the coin spot toward the dealer.
  spots: [
    { wager: "progressive", shape: "coin", column: 2, row: 1 },
    { wager: "fortune-bonus", shape: "diamond", column: 1, row: 2 },
    { wager: "main", shape: "circle", column: 2, row: 2 },
    { wager: "hat-trick", shape: "diamond", column: 3, row: 2 },
  ],
  playLaysCards: true,
  Play: () => import("./Play.svelte"),
  Hand: () => import("./Hand.svelte"),
};
