// The events of a table in words, for the hand log and for screen readers.
import type { PushedEvent } from "../../api/types";
import type { CardName } from "../../api/types";
import { nameOf } from "../../parts/cards";
import { dollars } from "../../parts/money";
import { text } from "../../text";

type Values = Record<string, string | number | null>;

/** An event in words; null if the felt shows it well enough. */
export function inWords(event: PushedEvent["event"]): string | null {
  const say = text.dealer.eventWords[event.event];
  return say ? say(valuesOf(event)) : null;
}

function valuesOf(event: PushedEvent["event"]): Values {
  const cents = (event.cents ?? event.shown_cents) as number | undefined;
  const seat = event.seat as number | null | undefined;
  return {
    ...(event as unknown as Values),
    dollars: cents === undefined ? "" : dollars(cents),
    wagerName: text.dealer.wager(String(event.wager ?? "")),
    who: seat ? text.dealer.seat(seat) : text.dealer.you,
    cardNames: Array.isArray(event.cards) ? event.cards.map((card: CardName) => nameOf(card)).join(", ") : "",
    number: event.event === "round-started" ? (event.number as number) : Array.isArray(event.cards) ? event.cards.length : 0,
  };
}
