// Double Draw Poker: Ante and Bonus side by side and always equal; the two Draw bets below them, nearer to the player.
import type { GamePart } from "../types";

export const part: GamePart = {
  spots: [
    { wager: "ante", shape: "circle", column: 1, row: 1 },
    { wager: "bonus", shape: "diamond", column: 2, row: 1 },
    { wager: "draw-1", shape: "square", column: 1, row: 2 },
    { wager: "draw-2", shape: "square", column: 2, row: 2 },
  ],
  equal: ["ante", "bonus"],
  playLaysCards: true,
  Play: () => import("./Play.svelte"),
};
