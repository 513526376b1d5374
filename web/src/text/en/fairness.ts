import type { Verdict } from "../../pages/table/fairness";

const many = (number: number, one: string, more: string) => `${number} ${number === 1 ? one : more}`;

export const fairness = {
  // The rounds
  none: "You have not played a round at this table yet.",
  round: (number: number) => `Round ${number}`,
  staked: "Wagered",
  paid: "Paid",
  wagered: (dollars: string) => `${dollars} wagered`,
  voided: "void",
  wins: "wins",
  void: (reason: string) => `Void: ${reason}. All wagers went back.`,
  more: "Older rounds",
  wager: "Wager",
  outcome: "Outcome",
  noLines: "You had no settled wager in this round.",
  seatAnd: (seat: number, wager: string) => `Seat ${seat}, ${wager}`,
  cards: "The cards you saw",
  dealer: "Dealer",
  seat: (seat: number) => `Seat ${seat}`,
  yourSeat: (seat: number) => `You, seat ${seat}`,
  handLog: "Hand log, step by step",
  extras: { "progressive-paid": "Progressive", "envy-paid": "Envy" } as Record<string, string>,
  // The check
  check: "Check the shuffle",
  checking: "Checking …",
  title: (number: number) => `Was the shuffle of round ${number} fair?`,
  how:
    "Before the first card the house locked the whole deck: for each place, the card and a secret number were hashed, and all " +
    "hashes were folded into one, the root. If a single card were changed afterwards, the root would be another one. Your browser has now " +
    "computed the root again from each card that you saw.",
  outcomes: {
    proven: (cards: number) =>
      `Yes. ${cards === 1 ? "The card" : `All ${cards} cards`} you saw were at the place in the deck that was locked before the deal.`,
    partly: (cards: number) =>
      `As far as it goes, yes: the ${cards} cards you saw are proven, but the shoe was refilled in the middle of the round, and ` +
      "the root of the refill was not published before.",
    failed: () => "No. Something does not match what was published before the deal. Call a floor supervisor, and name this round.",
  },
  outcomeSigns: { proven: "✓", partly: "!", failed: "✕" },
  nothing: "No card of this round was shown to you, so there is nothing to check.",
  steps: {
    published: "The root was published before the first card",
    publishedIn: (record: number, at: string) => `Record ${record} of the table, ${at}, “round started”:`,
    firstCard: (record: number, at: string) => `The first card came later, in record ${record}, ${at}.`,
    unpublished: "The record of this round does not contain this root. It belongs to a shoe that was refilled in the middle of the round.",
    tooLate: "The record shows this root only after the first card.",
    noted: (at: string) => `Your browser received this root at ${at}, and kept it.`,
    notedOther: "Your browser received another root when the round began:",
    notNoted: "Your browser did not watch when this round began, so it relies on the record here.",
    cards: "Each card leads to that root",
    order: "The cards came out one after the other",
    inOrder: "The places in the deck are those of the deal: no card was skipped.",
    notInOrder: "The places in the deck are not in the order of the deal.",
    orderUnknown: "Cards were burned or the shoe was refilled, so the record alone cannot tell.",
    start: (number: number) => `The start position ${number} was locked with the deck`,
    missing: (cards: string) => `These cards that you saw have no proof: ${cards}.`,
  },
  verdicts: {
    proven: "proven",
    "no-such-place": "the deck has no such place",
    unreadable: "its proof cannot be read",
    "wrong-path": "its proof has a wrong length",
    "other-root": "it leads to another root",
    "too-many": "the deck has it too often",
  } as Record<Verdict, string>,
  signs: { good: "correct", bad: "wrong", open: "unknown" },
  place: (number: number, of: number) => `place ${number} of ${of}`,
  detail: "The numbers of this card",
  nonce: "Secret number",
  path: (hashes: number) => `The ${many(hashes, "hash", "hashes")} from the card to the root`,
  root: "Root",
  tryIt: "See it fail",
  trying: (card: string, other: string) => `If the house now claimed that the ${card} had been the ${other}: `,
  tried: (why: string) => `${why}. Found out.`,
  sha: "Hashes are SHA-256. The check runs in your browser and asks the house for nothing but the proofs.",
};
