// What a game brings to the felt: where its wagers lie, and how a player decides.
import type { Component } from "svelte";
import type { Look } from "../../../api/client";
import type { GameName, TableView } from "../../../api/types";

/** The felt of a table, drawn from its paytables and its rules. */
export type Felt = Look<"/api/tables/{table_id}/felt">;
/** What a seat may do now, and why not the rest. */
export type Choice = Look<"/api/tables/{table_id}/seats/{seat}/choices">["choices"][number];

/** What the posted strategy would do. */
export type Hint = Look<"/api/tables/{table_id}/seats/{seat}/hint">;

/** Where a wager lies in front of a seat, in a small grid; row 1 is nearest to the dealer. */
export interface Spot {
  wager: string;
  shape: "circle" | "diamond" | "square" | "wide" | "coin";
  column: number;
  row: number;
}

/** What the part of a game is given to let a player decide. */
export interface PlayProps {
  view: TableView;
  /** The seat that decides, one of the player's own. */
  seat: number;
  felt: Felt;
  choices: Choice[];
  /** What the player was advised, where they asked for it: its cards can be laid out or chosen at once. */
  hint: Hint | null;
  /** Do something in the round: `act("fold")`, `act("draw", { cards: "2d 2s" })`. Whether it was done. */
  act: (what: string, body?: Record<string, unknown>) => Promise<boolean>;
}

export interface HandProps {
  view: TableView;
  seat: number;
  /** Whether it lies large before the player, with room for more than on the felt, where it is seen from far. */
  isNear: boolean;
}

export interface GamePart {
  spots: Spot[];
  /** Wagers that are always equal: a chip on one of them lies on all. */
  equal?: string[];
  /**
   * Play lays the seat's cards out itself, because they are chosen or moved there. Then it stands in place of the hand, and
   * only while this seat decides. Otherwise it stands beside the hand during all decisions, also those of others.
   */
  playLaysCards?: boolean;
  /** Decisions of a player: buttons, and what must be chosen with them. */
  Play: () => Promise<{ default: Component<PlayProps> }>;
  /** The hands of a seat, where they are more than a row of cards. */
  Hand?: () => Promise<{ default: Component<HandProps> }>;
}

export const GAMES: Record<GameName, () => Promise<{ part: GamePart }>> = {
  "three-card-poker": () => import("./three-card-poker/part"),
  "fortune-san-lo": () => import("./fortune-san-lo/part"),
  "double-draw": () => import("./double-draw/part"),
  "power-blackjack": () => import("./power-blackjack/part"),
};
