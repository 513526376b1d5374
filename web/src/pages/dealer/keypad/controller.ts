// The controller of a table in its view: lights, the LCD, and every press with the reason why it is refused.
import { session } from "../../../state/session.svelte";
import { text } from "../../../text";

export type Light = "dark" | "lit" | "locked" | "late";

export interface HandButton {
  row: string;
  label: string;
  stops_table: boolean;
  lit: boolean;
}

export interface PressOffered {
  do: string;
  of: number | string | null;
  /** The body that is sent with it; null if a person must add something. */
  values: Record<string, number | string> | null;
  /** The roles that may press it: dealer, floor, house. */
  who: string[];
  refused: string | null;
}

export interface Controller {
  controller: string;
  label: string;
  /** The press that takes the wagers, and the one that ends the game. */
  taking_press: string;
  ending_press: string;
  game_is_on: boolean;
  lcd: string;
  sensors: Record<string, Light>;
  carried: number[];
  sitting_out: number[];
  together: [number, number][];
  hands: HandButton[];
  wins: Record<string, string>;
  count: { chips: number | null; wagers: number; note: string | null };
  envy: Record<string, number>;
  link_is_lost: boolean;
  presses: PressOffered[];
  /** Of Aquarius. */
  key_position?: "RUN" | "JPH";
  booked_seat?: number | null;
  /** Of Nexus. */
  spot?: number | null;
  is_confirmed?: boolean;
}

/** Why a press is refused now, or not for this role; null if it can be made. */
export function whyNot(pad: Controller, press: string, of: number | string | null = null): string | null {
  const offered = pad.presses.find((each) => each.do === press && each.of === of);
  if (!offered) return text.dealer.needsSeat;
  const isFloor = session.role === "supervisor" || session.role === "executive";
  if (!offered.who.includes("dealer") && !isFloor) return offered.refused ?? text.dealer.forSupervisor;
  if (!isFloor && session.role !== "dealer") return text.dealer.forStaff;
  return offered.refused;
}
