import type { GamePart } from "../types";

export const part: GamePart = {
  spots: [
    { wager: "push-22", shape: "diamond", column: 1, row: 1 },
    { wager: "bet", shape: "circle", column: 1, row: 2 },
  ],
  Play: () => import("./Play.svelte"),
  Hand: () => import("./Hand.svelte"),
};
