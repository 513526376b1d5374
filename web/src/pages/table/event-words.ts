// The events of a table in words, for the hand log and for screen readers.
import type { PushedEvent } from "../../api/types";
import type { CardName, SettledWager } from "../../api/types";
import { nameOf } from "../../parts/cards";
import { dollars } from "../../parts/money";
import { text } from "../../text";

const t = text.table.eventWords;

interface EventValues {
  seat: number | null;
  from_seat: number;
  player: string;
  wager: string;
  cents: number;
  words: string;
  cards: CardName[];
  choice: string;
  lines: SettledWager[];
  reason: string;
  number: number;
  status: string;
  hand: string;
  what: string;
  dealer: string;
}

/** Who sits where: `you` for the own seats. */
export type Who = (seat: number | null) => string;

/** An event in words; null if a player need not read it. */
export function inWords({ event }: PushedEvent, who: Who, labelOf: (wager: string) => string): string | null {
  const values = event as unknown as EventValues;
  const name = who(values.seat ?? null);
  switch (event.event) {
    case "round-started":
      return t.roundStarted(values.number);
    case "wager-placed":
      return t.wagerPlaced(name, dollars(values.cents), labelOf(values.wager));
    case "wager-taken-back":
      return t.wagerTakenBack(name, dollars(values.cents), labelOf(values.wager));
    case "announced":
      return t.announced(values.words);
    case "cards-dealt":
      return values.cards.includes("??") ? t.dealtDown(name, values.cards.length) : t.dealt(name, listed(values.cards));
    case "cards-shown":
      return t.shown(name, listed(values.cards), values.words);
    case "cards-discarded":
      return t.discarded(name, values.cards.length);
    case "decided":
      return t.decided(name, values.choice.replaceAll("-", " "));
    case "seat-settled":
    case "wagers-settled":
      return t.settled(name, dollars(Math.abs(netOf(values.lines))), Math.sign(netOf(values.lines)));
    case "progressive-paid":
      return t.progressivePaid(name, dollars(values.cents), values.hand);
    case "win-held":
      return t.winHeld(name, dollars(values.cents));
    case "held-win-paid":
      return t.heldWinPaid(name, dollars(values.cents));
    case "held-win-rejected":
      return t.heldWinRejected(name, dollars(values.cents), values.reason);
    case "envy-paid":
      return t.envyPaid(name, dollars(values.cents), who(values.from_seat));
    case "jackpot-changed":
      return t.jackpot(values.words);
    case "round-voided":
      return t.voided(values.reason);
    case "seat-taken":
      return t.seatTaken(name);
    case "seat-left":
      return t.seatLeft(name);
    case "table-changed":
      return t.tableChanged(text.common.statuses[values.status] ?? values.status);
    case "shuffler-changed":
      return t.shuffler(values.status, values.words);
    default:
      return null;
  }
}

/** What a seat has won or lost by these lines. */
export function netOf(lines: SettledWager[]): number {
  return lines.reduce((sum, line) => sum + line.pay_cents - line.stake_cents, 0);
}

function listed(cards: CardName[]): string {
  return cards.map(nameOf).join(", ");
}
