// The check of one round, from its record and the openings of its cards: when each root was published, which cards the
// player has seen, and the verdict on each.
import type { CardName } from "../../api/types";
import { checkAll, checkStart, type Sealed, type Verdict } from "./fairness";
import type { NotedRoot } from "./fairness-noted-roots";

export interface RecordOfRound {
  records: { seq: number; at: string; hash: string; events: Record<string, unknown>[] }[];
}

/** A root and when it was published. */
export interface Published {
  root: string;
  record: number;
  at: string;
  hash: string;
}

export interface CheckedCard {
  card: CardName;
  position: number;
  /** The seat of the card, null for the dealer; undefined if the record does not tell. */
  seat: number | null | undefined;
  nonce: string;
  path: string[];
  verdict: Verdict;
}

export interface CheckedDeck {
  sealed: Sealed;
  /** Where its root was published; null where the record of the round does not have it. */
  published: Published | null;
  cards: CheckedCard[];
  start: { number: number; verdict: Verdict } | null;
  /** Whether the cards were dealt in order, none skipped; null if the record cannot tell. */
  isInOrder: boolean | null;
}

export interface RoundCheck {
  decks: CheckedDeck[];
  /** When the first card was dealt. */
  firstCard: { record: number; at: string } | null;
  /** Cards that the player has seen and that have no proof. */
  missing: CardName[];
  /** The root that this browser noted before the first card; null if it did not watch. */
  noted: NotedRoot | null;
  /** Whether that differs from every root that is shown now. */
  isOtherRootNoted: boolean;
  /** `partly`: everything is proven, but a root was published late, because a shoe was refilled during the round. */
  outcome: "proven" | "partly" | "failed";
}

export async function check(record: RecordOfRound, seals: Sealed[], noted: NotedRoot | null = null): Promise<RoundCheck> {
  const { dealt, seen } = cardsIn(record);
  // A shoe that was refilled during the round has two seals, and the record does not tell where the second begins.
  const decks = await Promise.all(seals.map((sealed) => checkDeck(record, sealed, seals.length === 1 ? dealt : [])));
  const opened = seals.flatMap((sealed) => sealed.openings.map((opening) => opening.card));
  const missing = left(seen.map((each) => each.card), opened);
  const isOtherRootNoted = noted !== null && !seals.some((sealed) => sealed.root === noted.root);
  const roundCheck = { decks, firstCard: firstDealt(record), missing, noted, isOtherRootNoted };
  return { ...roundCheck, outcome: outcomeOf(roundCheck) };
}

function outcomeOf({ decks, firstCard, missing, isOtherRootNoted }: Omit<RoundCheck, "outcome">): RoundCheck["outcome"] {
  if (missing.length || isOtherRootNoted || !decks.every(holds)) return "failed";
  if (decks.every((deck) => isPublishedBefore(deck, firstCard))) return "proven";
  return decks.length > 1 && decks.some((deck) => isPublishedBefore(deck, firstCard)) ? "partly" : "failed";
}

function holds(deck: CheckedDeck): boolean {
  const isStartRight = deck.start === null || deck.start.verdict === "proven";
  return isStartRight && deck.isInOrder !== false && deck.cards.every((card) => card.verdict === "proven");
}

/** Whether the root of a deck is in the record before the first card. */
export function isPublishedBefore(deck: CheckedDeck, firstCard: RoundCheck["firstCard"]): boolean {
  return deck.published !== null && firstCard !== null && deck.published.record < firstCard.record;
}

async function checkDeck(record: RecordOfRound, sealed: Sealed, dealt: Dealt[]): Promise<CheckedDeck> {
  const verdicts = await checkAll(sealed);
  const first = dealt.length ? firstPosition(sealed, dealt) : null;
  const cards = sealed.openings.map((opening, index) => ({
    ...opening,
    seat: first === null ? undefined : dealt[opening.position - first]?.seat,
    verdict: verdicts[index] ?? "unreadable",
  }));
  const start = sealed.start ? { number: sealed.start.number, verdict: await checkStart(sealed, sealed.start) } : null;
  return { sealed, published: publishedIn(record, sealed.root), cards, start, isInOrder: isInOrder(record, dealt, first) };
}

function isInOrder(record: RecordOfRound, dealt: Dealt[], first: number | null): boolean | null {
  if (first !== null) return true;
  // The floor may have burned cards from the shoe: then there are gaps that the record explains.
  return dealt.length && !eventsOf(record).some(({ event }) => event === "cards-burned") ? false : null;
}

// ---- the record

interface Dealt {
  seat: number | null;
  card: CardName;
}

interface CardsEvent {
  event: string;
  seat: number | null;
  cards: CardName[];
}

function eventsOf(record: RecordOfRound): CardsEvent[] {
  return record.records.flatMap((each) => each.events) as unknown as CardsEvent[];
}

/** The cards in the order of the deal, `??` for those dealt face down; and all that the player has seen. */
function cardsIn(record: RecordOfRound): { dealt: Dealt[]; seen: Dealt[] } {
  const dealt: Dealt[] = [];
  const seen: Dealt[] = [];
  for (const { event, seat, cards } of eventsOf(record)) {
    if (event === "cards-dealt") dealt.push(...cards.map((card) => ({ seat, card })));
    if (event === "cards-dealt") seen.push(...cards.filter((card) => card !== "??").map((card) => ({ seat, card })));
    if (event === "cards-shown") seen.push(...turnedOver(seen, seat, cards));
  }
  return { dealt, seen };
}

/** Of the shown cards of a place, those that were dealt face down. */
function turnedOver(seen: Dealt[], seat: number | null, cards: CardName[]): Dealt[] {
  const open = seen.filter((each) => each.seat === seat).map((each) => each.card);
  return left(cards, open).map((card) => ({ seat, card }));
}

/** The cards of the dealer and of each seat, as far as the player has seen them; cards that stayed face down come last. */
export function placesIn(record: RecordOfRound): { seat: number | null; cards: CardName[] }[] {
  const { dealt, seen } = cardsIn(record);
  const seats = [...new Set(dealt.map((each) => each.seat))].sort((one, other) => (one ?? 0) - (other ?? 0));
  return seats.map((seat) => {
    const cards = seen.filter((each) => each.seat === seat).map((each) => each.card);
    const down = dealt.filter((each) => each.seat === seat).length - cards.length;
    return { seat, cards: [...cards, ...Array<CardName>(Math.max(0, down)).fill("??")] };
  });
}

function firstDealt(record: RecordOfRound): RoundCheck["firstCard"] {
  const found = record.records.find((each) => each.events.some((event) => event.event === "cards-dealt"));
  return found ? { record: found.seq, at: found.at } : null;
}

function publishedIn(record: RecordOfRound, root: string): Published | null {
  const found = record.records.find((each) => each.events.some((event) => event.root === root));
  return found ? { root, record: found.seq, at: found.at, hash: found.hash } : null;
}

/** The position of the first card of the round, if all opened cards fit the record then. */
function firstPosition(sealed: Sealed, dealt: Dealt[]): number | null {
  const [opening] = sealed.openings;
  if (!opening) return null;
  for (let index = 0; index < dealt.length; index++) {
    const first = opening.position - index;
    const fits = sealed.openings.every(({ position, card }) => [card, "??"].includes(dealt[position - first]?.card ?? ""));
    const isAllOpened = dealt.every((each, at) => each.card === "??" || sealed.openings.some((one) => one.position === at + first));
    if (first >= 1 && fits && isAllOpened) return first;
  }
  return null;
}

/** The cards that remain when others are taken away. */
function left(cards: CardName[], taken: CardName[]): CardName[] {
  const rest = [...taken];
  return cards.filter((card) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
