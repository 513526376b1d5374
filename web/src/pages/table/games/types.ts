// What a game adds to the table page: the places of its wagers, and its decisions.
import type { Component } from "svelte";
import type { QueryAnswer } from "../../../api/client";
import type { GameName, TableView } from "../../../api/types";

/** The felt of a table, drawn from its paytables and its rules. */
export type Felt = QueryAnswer<"/api/tables/{table_id}/felt">;
/** What a seat may do now, and why not the rest. */
export type Choice = QueryAnswer<"/api/tables/{table_id}/seats/{seat}/choices">["choices"][number];

/** The decision of the posted strategy. */
export type Hint = QueryAnswer<"/api/tables/{table_id}/seats/{seat}/hint">;

/** The place of a wager in front of a seat, in a small grid; row 1 is nearest to the dealer. */
export interface Spot {
  wager: string;
  shape: "circle" | "diamond" | "square" | "wide" | "coin";
  column: number;
  row: number;
}

/** The properties of the component with the decisions of a game. */
export interface PlayProps {
  view: TableView;
  /** The seat that decides, one of the player's own. */
  seat: number;
  felt: Felt;
  choices: Choice[];
  /** The hint, if the player asked for it: its cards can be arranged or chosen at once. */
  hint: Hint | null;
  /** Do something in the round: `act("fold")`, `act("draw", { cards: "2d 2s" })`. Whether it was done. */
  act: (what: string, body?: Record<string, unknown>) => Promise<boolean>;
}

export interface HandProps {
  view: TableView;
  seat: number;
  /** Whether it is the player's own large hand, with more room than on the felt. */
  isNear: boolean;
}

export interface GamePart {
  spots: Spot[];
  /** Wagers that are always equal: a chip on one of them goes on all. */
  equal?: string[];
  /**
   * Play shows the seat's cards itself, because they are chosen or moved there. Then it replaces the hand, and is shown
   * only while this seat decides. Otherwise it is next to the hand during all decisions, including those of other seats.
   */
  playLaysCards?: boolean;
  /** The decisions of a player: buttons, and the choices that go with them. */
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
