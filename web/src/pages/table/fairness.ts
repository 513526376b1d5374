// The check of a shuffle, in this browser. Before the deal the server publishes one number, the root of all cards of the
// deck in their order. Each card that is shown later has an opening, from which anyone can compute the same root.
// Nothing here trusts the server: the check needs only the root and the openings.
import { sha256 } from "./fairness-sha256";

/** One card of a sealed deck, with what leads from it to the root. */
export interface Opening {
  position: number;
  card: string;
  nonce: string;
  path: string[];
}

export interface StartOpening {
  number: number;
  nonce: string;
  path: string[];
}

/** A sealed deck: its size, its root, and the openings of the cards that the player has seen. */
export interface Sealed {
  format: number;
  root: string;
  deck: { jokers: number; copies: number };
  size: number;
  openings: Opening[];
  start?: StartOpening | null;
}

/** The verdict on an opening: it is proven, or why not. */
export type Verdict = "proven" | "no-such-place" | "unreadable" | "wrong-path" | "other-root" | "too-many";

/** How this check reads a deck; another format must not pass for it. */
export const FORMAT = 1;
const WORDS = { leaf: "pitboss deck 1 leaf\0", start: "pitboss deck 1 start\0", fork: "pitboss deck 1 fork\0" };

/** Whether a card was at its position of the deck that was sealed under this root. */
export async function checkOpening(sealed: Sealed, opening: Opening): Promise<Verdict> {
  const { position } = opening;
  if (!Number.isInteger(position) || position < 1 || position > sealed.size) return "no-such-place";
  const code = codeOf(opening.card, sealed.deck.jokers);
  const nonce = bytesOf(opening.nonce);
  if (sealed.format !== FORMAT || code === null || !nonce) return "unreadable";
  const leaf = await sha256(joined(WORDS.leaf, number(sealed.size), number(position), Uint8Array.of(code), nonce));
  return await checkLeaf(sealed, leaf, position - 1, opening.path);
}

/** Whether the start position was sealed with the deck. */
export async function checkStart(sealed: Sealed, start: StartOpening): Promise<Verdict> {
  const nonce = bytesOf(start.nonce);
  if (sealed.format !== FORMAT || !nonce || !Number.isInteger(start.number)) return "unreadable";
  const leaf = await sha256(joined(WORDS.start, number(sealed.size), number(start.number), nonce));
  // Its leaf comes after the cards.
  return await checkLeaf(sealed, leaf, sealed.size, start.path);
}

/** All openings of a deck. A card that is proven more often than the deck has it proves that the deck was wrong. */
export async function checkAll(sealed: Sealed): Promise<Verdict[]> {
  const verdicts = await Promise.all(sealed.openings.map((opening) => checkOpening(sealed, opening)));
  const seen = new Map<string, number>();
  const places = new Set<number>();
  return sealed.openings.map(({ card, position }, index) => {
    const times = (seen.get(card) ?? 0) + 1;
    seen.set(card, times);
    const isTwice = places.has(position);
    places.add(position);
    return verdicts[index] === "proven" && (times > sealed.deck.copies || isTwice) ? "too-many" : (verdicts[index] ?? "unreadable");
  });
}

async function checkLeaf(sealed: Sealed, leaf: Uint8Array, index: number, path: string[]): Promise<Verdict> {
  const sides = sidesOf(index, sealed.size + 1);
  const beside = path.map(bytesOf);
  if (beside.length !== sides.length) return "wrong-path";
  let reached = leaf;
  for (const [level, side] of sides.entries()) {
    const other = beside[level];
    if (!other) return "unreadable";
    reached = await sha256(side === "left" ? joined(WORDS.fork, other, reached) : joined(WORDS.fork, reached, other));
  }
  return hexOf(reached) === sealed.root.toLowerCase() ? "proven" : "other-root";
}

/**
 * From a leaf up to the root: on which side the other half lies. A span is split at the largest power of two below its
 * length, as in RFC 6962.
 */
export function sidesOf(index: number, leaves: number): ("left" | "right")[] {
  const sides: ("left" | "right")[] = [];
  let [first, length] = [0, leaves];
  while (length > 1) {
    let half = 1;
    while (2 * half < length) half *= 2;
    const isLeft = index < first + half;
    sides.unshift(isLeft ? "right" : "left");
    [first, length] = isLeft ? [first, half] : [first + half, length - half];
  }
  return sides;
}

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const JOKERS: Record<string, number> = { Jk: 52, Jk2: 53 };

/** The number of a card: 0 is the two of clubs, 51 the ace of spades, then the jokers that the deck has. */
function codeOf(card: string, jokers: number): number | null {
  const joker = JOKERS[card];
  if (joker !== undefined) return joker - 52 < jokers ? joker : null;
  const [rank, suit] = [RANKS.indexOf(card[0] ?? "?"), SUITS.indexOf(card[1] ?? "?")];
  return card.length === 2 && rank >= 0 && suit >= 0 ? 4 * rank + suit : null;
}

function number(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value);
  return new Uint8Array(view.buffer);
}

function joined(words: string, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...new TextEncoder().encode(words), ...parts.flatMap((part) => [...part])]);
}

/** Nonces and hashes are 32 bytes. */
function bytesOf(hex: string): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/i.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
