// A lit hand button at a table with live cards: the win is claimed, and waits for the key or the card.
import type { TableView } from "../../../api/types";

export interface LitHand {
  table: string;
  label: string;
  lcd: string;
  view: TableView;
  presses: Press[];
}

export interface Press {
  do: string;
  of: string | number | null;
  refused: string | null;
}

interface Keypad {
  lcd: string;
  hands: { label: string; stops_table: boolean; lit: boolean }[];
  presses: Press[];
}

const KEY_AND_CARD = ["turn-key", "press-j-pot", "press-confirm", "swipe-card"];

export function litHandAt(view: TableView): LitHand | null {
  const keypad = view.controller as Keypad | null;
  const hand = keypad?.hands.find(({ lit, stops_table }) => lit && stops_table);
  if (!keypad || !hand) return null;
  const presses = keypad.presses.filter((press) => KEY_AND_CARD.includes(press.do));
  return { table: view.table, label: hand.label, lcd: keypad.lcd, view, presses };
}
