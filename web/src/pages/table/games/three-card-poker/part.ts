// Three Card Poker, as its layout has it: Pair Plus nearest to the dealer, then Ante, then Play nearest to the player.
import type { GamePart } from "../types";

export const part: GamePart = {
  spots: [
    { wager: "ante", shape: "diamond", column: 2, row: 2 },
    { wager: "play", shape: "square", column: 2, row: 3 },
    { wager: "pair-plus", shape: "circle", column: 2, row: 1 },
    { wager: "six-card-bonus", shape: "circle", column: 1, row: 2 },
    { wager: "progressive", shape: "coin", column: 3, row: 2 },
  ],
  Play: () => import("./Play.svelte"),
};
