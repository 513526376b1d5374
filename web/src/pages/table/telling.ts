// What happens at a table, in words: for the eye in a list, for the ear in a live region.
import type { Happening } from "../../api/types";
import type { CardName, Line } from "../../api/types";
import { nameOf } from "../../parts/cards";
import { dollars } from "../../parts/money";
import { text } from "../../text";

const t = text.table.told;

interface Told {
  seat: number | null;
  from_seat: number;
  player: string;
  wager: string;
  cents: number;
  words: string;
  cards: CardName[];
  choice: string;
  lines: Line[];
  reason: string;
  number: number;
  status: string;
  hand: string;
  what: string;
  dealer: string;
}

/** Who sits where: `you` for the own seats. */
export type Who = (seat: number | null) => string;

/** An event in words; nothing where there is nothing to tell a player. */
export function inWords({ event }: Happening, who: Who, labelOf: (wager: string) => string): string | null {
  const told = event as unknown as Told;
  const name = who(told.seat ?? null);
  switch (event.event) {
    case "round-started":
      return t.roundStarted(told.number);
    case "wager-placed":
      return t.wagerPlaced(name, dollars(told.cents), labelOf(told.wager));
    case "wager-taken-back":
      return t.wagerTakenBack(name, dollars(told.cents), labelOf(told.wager));
    case "announced":
      return t.announced(told.words);
    case "cards-dealt":
      return told.cards.includes("??") ? t.dealtDown(name, told.cards.length) : t.dealt(name, listed(told.cards));
    case "cards-shown":
      return t.shown(name, listed(told.cards), told.words);
    case "cards-discarded":
      return t.discarded(name, told.cards.length);
    case "decided":
      return t.decided(name, told.choice.replaceAll("-", " "));
    case "seat-settled":
    case "wagers-settled":
      return t.settled(name, dollars(Math.abs(netOf(told.lines))), Math.sign(netOf(told.lines)));
    case "progressive-paid":
      return t.progressivePaid(name, dollars(told.cents), told.hand);
    case "win-held":
      return t.winHeld(name, dollars(told.cents));
    case "held-win-paid":
      return t.heldWinPaid(name, dollars(told.cents));
    case "held-win-rejected":
      return t.heldWinRejected(name, dollars(told.cents), told.reason);
    case "envy-paid":
      return t.envyPaid(name, dollars(told.cents), who(told.from_seat));
    case "jackpot-changed":
      return t.jackpot(told.words);
    case "round-voided":
      return t.voided(told.reason);
    case "seat-taken":
      return t.seatTaken(name);
    case "seat-left":
      return t.seatLeft(name);
    case "table-changed":
      return t.tableChanged(text.common.statuses[told.status] ?? told.status);
    case "shuffler-changed":
      return t.shuffler(told.status, told.words);
    default:
      return null;
  }
}

/** What a seat has won or lost by these lines. */
export function netOf(lines: Line[]): number {
  return lines.reduce((sum, line) => sum + line.pay_cents - line.stake_cents, 0);
}

function listed(cards: CardName[]): string {
  return cards.map(nameOf).join(", ");
}
