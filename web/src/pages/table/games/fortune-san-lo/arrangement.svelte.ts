// How a player lays the six cards out before setting them, and what the house says of it.
import { look, Problem, type Look } from "../../../../api/client";
import type { CardName } from "../../../../api/types";

/** The cards at their places; two of them change places by a drag, by two taps or by two keys. */
export class Arrangement {
  cards = $state.raw<CardName[]>([]);
  /** The place that was tapped first. */
  picked = $state<number | null>(null);

  /** As they were dealt. */
  readonly dealt: CardName[];

  constructor(cards: CardName[]) {
    this.dealt = [...cards];
    this.cards = [...cards].sort((one, other) => height(other) - height(one));
  }

  /** The first tap picks a card, the second changes it with another one; the same again lets it go. */
  tap(place: number): void {
    if (this.picked === null) this.picked = place;
    else this.swap(this.picked, place);
  }

  swap(one: number, other: number): void {
    this.picked = null;
    if (one === other) return;
    const cards = [...this.cards];
    [cards[one], cards[other]] = [cards[other] ?? "", cards[one] ?? ""];
    this.cards = cards;
  }

  /** Lay the cards as they are told, such as by a hint. */
  lay(cards: CardName[]): void {
    this.picked = null;
    this.cards = [...cards];
  }
}

const RANKS = "23456789TJQKA";

/** Ranks from the lowest to the highest, and the joker above all: so they are laid out at first. */
function height(card: CardName): number {
  return card.startsWith("Jk") ? RANKS.length : RANKS.indexOf(card[0] ?? "");
}

export type Setting = Look<"/api/tables/{table_id}/seats/{seat}/setting">;

const PAUSE_MS = 120;

/** What the three hands would be. The house is asked, so that no rule is written twice; its newest answer counts. */
export class Judgement {
  told = $state.raw<Setting | null>(null);
  problem = $state<string | null>(null);
  /** Whether the answer is about the cards as they lie now. */
  isFresh = $state(false);

  /**
   * Ask about the cards that were dealt, as they are laid, unless they change again at once. The returned function
   * forgets the question.
   */
  follow(table: string, seat: number, dealt: CardName[], laid: CardName[]): () => void {
    let isWanted = true;
    this.isFresh = false;
    const timer = setTimeout(async () => {
      const answer = await ask(table, seat, placesOf(dealt, laid));
      if (!isWanted || answer === null) return;
      if (typeof answer === "string") this.problem = answer;
      else [this.told, this.problem, this.isFresh] = [answer, null, true];
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }
}

/** Where each card lay in the hand as it was dealt: an address names no card, since proxies write addresses down. */
function placesOf(dealt: CardName[], laid: CardName[]): string {
  return laid.map((card) => dealt.indexOf(card) + 1).join("");
}

/** What the house says, a refusal in words, or nothing while it does not answer. */
async function ask(table: string, seat: number, places: string): Promise<Setting | string | null> {
  try {
    return await look("/api/tables/{table_id}/seats/{seat}/setting", { table_id: table, seat, places });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === "no-answer" ? null : error.detail;
  }
}
