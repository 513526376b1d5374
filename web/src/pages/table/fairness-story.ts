// The check of one round, put together from its record and the openings of its cards: what was published when, which cards
// one has seen, and how each of them stands.
import type { CardName } from "../../api/types";
import { checkAll, checkStart, type Sealed, type Verdict } from "./fairness";
import type { Heard } from "./fairness-heard";

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
  /** The seat where it lay, null for the dealer; undefined where the record does not tell. */
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
  /** Whether the cards came out one after the other, none left out; null where the record cannot tell. */
  isInOrder: boolean | null;
}

export interface Story {
  decks: CheckedDeck[];
  /** When the first card was dealt. */
  firstCard: { record: number; at: string } | null;
  /** Cards that one has seen and that nobody proves. */
  missing: CardName[];
  /** What this browser was told before the first card; null where it did not watch. */
  heard: Heard | null;
  /** Whether that is none of the roots that are shown now. */
  isHeardOther: boolean;
  /** `partly`: all holds, but a root was not published in time, because a shoe was refilled in the middle of the round. */
  outcome: "proven" | "partly" | "failed";
}

export async function check(record: RecordOfRound, seals: Sealed[], heard: Heard | null = null): Promise<Story> {
  const { dealt, seen } = cardsIn(record);
  // A shoe that was refilled in the middle of the round has two seals, and the record does not tell where the second begins.
  const decks = await Promise.all(seals.map((sealed) => checkDeck(record, sealed, seals.length === 1 ? dealt : [])));
  const opened = seals.flatMap((sealed) => sealed.openings.map((opening) => opening.card));
  const missing = left(seen.map((each) => each.card), opened);
  const isHeardOther = heard !== null && !seals.some((sealed) => sealed.root === heard.root);
  const story = { decks, firstCard: firstDealt(record), missing, heard, isHeardOther };
  return { ...story, outcome: outcomeOf(story) };
}

function outcomeOf({ decks, firstCard, missing, isHeardOther }: Omit<Story, "outcome">): Story["outcome"] {
  if (missing.length || isHeardOther || !decks.every(holds)) return "failed";
  if (decks.every((deck) => isPublishedBefore(deck, firstCard))) return "proven";
  return decks.length > 1 && decks.some((deck) => isPublishedBefore(deck, firstCard)) ? "partly" : "failed";
}

function holds(deck: CheckedDeck): boolean {
  const isStartRight = deck.start === null || deck.start.verdict === "proven";
  return isStartRight && deck.isInOrder !== false && deck.cards.every((card) => card.verdict === "proven");
}

/** Whether the root of a deck stands in the record before the first card. */
export function isPublishedBefore(deck: CheckedDeck, firstCard: Story["firstCard"]): boolean {
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

// ---- what the record tells

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

/** The cards in the order in which they came out, `??` for those that lay face down; and all that one has seen of them. */
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

/** Of the cards that are shown at a place, those that lay face down. */
function turnedOver(seen: Dealt[], seat: number | null, cards: CardName[]): Dealt[] {
  const open = seen.filter((each) => each.seat === seat).map((each) => each.card);
  return left(cards, open).map((card) => ({ seat, card }));
}

/** The cards of the dealer and of each seat, as far as one has seen them; those that stayed face down lie behind. */
export function placesIn(record: RecordOfRound): { seat: number | null; cards: CardName[] }[] {
  const { dealt, seen } = cardsIn(record);
  const seats = [...new Set(dealt.map((each) => each.seat))].sort((one, other) => (one ?? 0) - (other ?? 0));
  return seats.map((seat) => {
    const cards = seen.filter((each) => each.seat === seat).map((each) => each.card);
    const down = dealt.filter((each) => each.seat === seat).length - cards.length;
    return { seat, cards: [...cards, ...Array<CardName>(Math.max(0, down)).fill("??")] };
  });
}

function firstDealt(record: RecordOfRound): Story["firstCard"] {
  const found = record.records.find((each) => each.events.some((event) => event.event === "cards-dealt"));
  return found ? { record: found.seq, at: found.at } : null;
}

function publishedIn(record: RecordOfRound, root: string): Published | null {
  const found = record.records.find((each) => each.events.some((event) => event.root === root));
  return found ? { root, record: found.seq, at: found.at, hash: found.hash } : null;
}

/** The position of the first card of the round, if all cards that are opened then lie where the record has them. */
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

/** What is left of some cards when others are taken away. */
function left(cards: CardName[], taken: CardName[]): CardName[] {
  const rest = [...taken];
  return cards.filter((card) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
