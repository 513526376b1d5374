// A table as it is pushed and looked at. What the round shows depends on the game.

export type GameName = "three-card-poker" | "fortune-san-lo" | "double-draw" | "power-blackjack";

/** A card as the house writes it: `As`, `Td`, `Jk` (joker), `??` (face down). */
export type CardName = string;

export interface Want {
  kind: "wagers" | "cards" | "decision" | "dealer" | "nothing" | (string & {});
  /** What is waited for, in words. */
  words: string;
  seat: number | null;
  cards: number;
  /** What may be done now, with underscores: `ask_house_way`. */
  operations: string[];
}

export interface Line {
  seat: number;
  wager: string;
  stake_cents: number;
  outcome: string;
  pay_cents: number;
  source: string;
  hand: string;
}

export interface SeatInRound {
  player: string;
  wagers: Record<string, number>;
  cards: CardName[];
  folded: boolean;
  settled: boolean;
  lines: Line[];
  [more: string]: unknown;
}

export interface RoundView {
  game: GameName;
  phase: string;
  want: Want;
  seats: Record<string, SeatInRound>;
  dealer: { cards: CardName[]; [more: string]: unknown };
  void_reason: string | null;
  [more: string]: unknown;
}

export interface Seating {
  player: string;
  chips_cents: number;
  lit_cents: number;
}

export interface Deadline {
  at: string;
  for: "bets" | "decision" | "cards" | "dealer" | "round" | "nobody-bets";
  /** What is posted for the moment when it has passed. */
  then: string;
}

export interface PendingJackpot {
  seat: number;
  words: string;
  status: "claimed" | "verified" | "authorised" | "paid" | "rejected";
  hand: string;
  /** As it was quoted; what the meter shows when it is paid may be more. */
  cents: number;
}

/** What came to a seat beside the lines of its wagers. A jackpot was verified by people, and went to the wallet. */
export interface Award {
  kind: "progressive" | "jackpot" | "envy";
  seat: number;
  cents: number;
}

export interface HeldWin {
  seat: number;
  cents: number;
}

export interface TableView {
  version: number;
  table: string;
  game: GameName;
  status: "new" | "open" | "closed" | "suspended";
  reason: string;
  /** A badge, `house`, or nobody by name. */
  dealer: string;
  cards: "electronic" | "physical";
  meter: string | null;
  /** What stops the shuffler, and what is asked for now. */
  malfunction: { fault: string; asked_for: string } | null;
  round_number: number;
  seats: Record<string, Seating>;
  round: RoundView | null;
  jackpots: PendingJackpot[];
  /** Wins of wagers that surveillance sees on camera before they are paid. */
  held_wins: HeldWin[];
  /** Of the round that lies there. */
  awards: Award[];
  controller: Record<string, unknown> | null;
  /** At live cards: the seats of this game that are marked as folded. */
  folded: number[];
  /** At live cards on Aquarius: the seat whose hand the dealer says is lit. */
  claimed_seat: number | null;
  /** At live cards: the winner of the lit hand, as a supervisor has named them. */
  named: { seat: number; asked: number[]; none_to_the_right: boolean } | null;
  deadline: Deadline | null;
}

/** The newest big win of a meter. Who won it is not told. */
export interface LastWin {
  jackpot_id: string;
  table: string;
  seat: number;
  hand: string;
  pay: string;
  cents: number;
  at: string;
}

export interface MeterView {
  meter: string;
  version: number;
  shown_cents: number;
  maximum_cents: number | null;
  wager_cents: number;
  pending: number;
  is_suspended: boolean;
  last_win: LastWin | null;
  pays: { hand: string; pay: string; envy_cents: number | null }[];
}

export interface RoomView {
  tables: {
    table: string;
    game: GameName;
    status: string;
    dealer: string;
    cards: "electronic" | "physical";
    meter: string | null;
    seats: number;
    players: number;
    /** At physical cards, the hand whose lit button stops the table. */
    lit_hand: string | null;
  }[];
  meters: Pick<MeterView, "meter" | "version" | "shown_cents" | "maximum_cents" | "pending" | "is_suspended" | "last_win">[];
}
