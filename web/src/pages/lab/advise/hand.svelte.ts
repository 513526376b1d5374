// The hand for which advice is wanted: the chosen cards, and what is missing.
import type { CardName, GameName } from "../../../api/types";
import { text } from "../../../text";

const t = text.lab.adviser;
const RANKS = "AKQJT98765432";
const SUITS = "shdc";

interface Kind {
  least: number;
  most: number;
  jokers: CardName[];
  /** An example to begin with. */
  example: { cards: CardName[]; up?: CardName };
}

export const KINDS: Record<GameName, Kind> = {
  "three-card-poker": { least: 3, most: 3, jokers: [], example: { cards: ["Qs", "6d", "4h"] } },
  "fortune-san-lo": { least: 6, most: 6, jokers: ["Jk"], example: { cards: ["As", "Ad", "Kh", "Kc", "7s", "2d"] } },
  "double-draw": { least: 5, most: 5, jokers: ["Jk", "Jk2"], example: { cards: ["Ks", "Kd", "7h", "4c", "Jk"] } },
  "power-blackjack": { least: 2, most: 10, jokers: [], example: { cards: ["Ts", "6d"], up: "9h" } },
};

export const GAMES = Object.keys(KINDS) as GameName[];
const MAX_DEAD = 3;

/** To whom the deck gives the next card. */
export type Goal = "cards" | "up" | "dead";

export class Hand {
  game = $state<GameName>("three-card-poker");
  cards = $state.raw<CardName[]>([]);
  up = $state<CardName | null>(null);
  dead = $state.raw<CardName[]>([]);
  draw = $state(1);
  decks = $state(6);
  goal = $state<Goal>("cards");

  readonly kind = $derived(KINDS[this.game]);
  readonly isBlackjack = $derived(this.game === "power-blackjack");
  readonly hasDead = $derived(this.game === "double-draw" && this.draw === 2);
  /** The deck, suit by suit, the jokers last. */
  readonly suits = $derived([...[...SUITS].map((suit) => [...RANKS].map((rank) => rank + suit)), this.kind.jokers].filter((row) => row.length));
  readonly missing = $derived(this.whatIsMissing());
  /** The question for the lab. */
  readonly question = $derived({
    game: this.game,
    cards: this.cards.join(" "),
    ...(this.isBlackjack ? { up_card: this.up, decks: this.decks } : {}),
    ...(this.game === "double-draw" ? { draw: this.draw } : {}),
    ...(this.hasDead && this.dead.length ? { dead: this.dead.join(" ") } : {}),
  });

  choose(game: GameName): void {
    this.game = game;
    this.clear();
  }

  clear(): void {
    [this.cards, this.dead, this.up, this.goal] = [[], [], null, "cards"];
  }

  showExample(): void {
    this.clear();
    const { cards, up } = this.kind.example;
    this.cards = cards;
    this.up = up ?? null;
    this.draw = 1;
  }

  /** Why a card cannot be taken now; nothing where it can. */
  whyNot(card: CardName): string | null {
    const dealt = [...this.cards, ...this.dead, this.up].filter((each) => each === card).length;
    if (dealt >= (this.isBlackjack ? this.decks : 1)) return t.taken;
    if (this.goal === "cards" && this.cards.length >= this.kind.most) return t.full;
    return this.goal === "dead" && this.dead.length >= MAX_DEAD ? t.full : null;
  }

  take(card: CardName): void {
    if (this.goal === "up") this.up = card;
    else if (this.goal === "dead") this.dead = [...this.dead, card];
    else this.cards = [...this.cards, card];
    // Two cards are a hand of blackjack, so only the dealer's card can be missing.
    if (this.isBlackjack) this.goal = this.cards.length >= 2 && !this.up ? "up" : "cards";
  }

  giveBack(from: Goal, index: number): void {
    if (from === "up") this.up = null;
    else if (from === "dead") this.dead = this.dead.filter((_, place) => place !== index);
    else this.cards = this.cards.filter((_, place) => place !== index);
    this.goal = from;
  }

  /** Take cards as they were typed. Why they cannot be taken, or nothing. */
  type(typed: string): string | null {
    const known = new Set(this.suits.flat());
    const cards = typed.split(/[\s,]+/).filter(Boolean).map(cardOf);
    const unknown = cards.find((card) => !known.has(card));
    if (unknown) return t.unknown(unknown);
    if (cards.length > this.kind.most) return t.full;
    this.cards = cards;
    if (this.isBlackjack && !this.up) this.goal = "up";
    return null;
  }

  private whatIsMissing(): string | null {
    if (this.cards.length < this.kind.least) return t.needs(t.asks[this.game] ?? "");
    return this.isBlackjack && !this.up ? t.needsUp : null;
  }
}

/** `10S` is `Ts`, `jk` is `Jk`. */
function cardOf(typed: string): CardName {
  const card = typed.replace(/^10/, "T");
  return /^jk/i.test(card) ? `Jk${card.slice(2)}` : card.charAt(0).toUpperCase() + card.slice(1).toLowerCase();
}
