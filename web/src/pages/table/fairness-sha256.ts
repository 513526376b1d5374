// SHA-256, by the browser where it is allowed: only on pages that come over HTTPS. In a card room's own network without
// HTTPS this file computes it, by FIPS 180-4.

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle;
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : reckon(bytes);
}

const primes = firstPrimes(64);
/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
/** The same of the square roots of the first eight. */
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

export function reckon(bytes: Uint8Array): Uint8Array {
  const state = Uint32Array.from(START);
  const blocks = padded(bytes);
  for (let at = 0; at < blocks.byteLength; at += 64) mix(state, schedule(blocks, at));
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => hash.setUint32(4 * index, word));
  return new Uint8Array(hash.buffer);
}

/** The bytes, a one, zeros, and the number of bits at the end of the last block. */
function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 4, bytes.length * 8);
  return view;
}

function schedule(blocks: DataView, at: number): Uint32Array {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = blocks.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!];
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + first + words[i - 7]! + second;
  }
  return words;
}

function mix(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!;
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) >>> 0, a, b, c, (d + one) >>> 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index]! += word));
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime)) found.push(number);
  return found;
}

function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}
