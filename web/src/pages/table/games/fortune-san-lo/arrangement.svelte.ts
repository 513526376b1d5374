// The player's arrangement of six cards before they are set, and the server's verdict on it.
import { query, Problem, type QueryAnswer } from "../../../../api/client";
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

  /** Arrange the cards in this order, such as that of a hint. */
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

export type Setting = QueryAnswer<"/api/tables/{table_id}/seats/{seat}/setting">;

const PAUSE_MS = 120;

/** The values of the three hands. The server is asked, so that no rule is written twice; its latest answer counts. */
export class SettingCheck {
  setting = $state.raw<Setting | null>(null);
  problem = $state<string | null>(null);
  /** Whether the answer is about the current arrangement. */
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
      else [this.setting, this.problem, this.isFresh] = [answer, null, true];
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }
}

/** The place of each card in the dealt hand: addresses name no cards, since proxies log addresses. */
function placesOf(dealt: CardName[], laid: CardName[]): string {
  return laid.map((card) => dealt.indexOf(card) + 1).join("");
}

/** The server's answer, a refusal in words, or null if it does not answer. */
async function ask(table: string, seat: number, places: string): Promise<Setting | string | null> {
  try {
    return await query("/api/tables/{table_id}/seats/{seat}/setting", { table_id: table, seat, places });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === "no-answer" ? null : error.detail;
  }
}
