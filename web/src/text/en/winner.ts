// Whose hand is lit at a table with live cards: the dealer claims it, and a supervisor names the winner.
const seats = (numbers: number[]) => `${numbers.length === 1 ? "Seat" : "Seats"} ${numbers.join(", ")}`;

export const winner = {
  seat: "Seat of the winner",
  choose: "Choose a seat",
  chooseFirst: "Choose the seat first.",
  dealerSays: (seat: number) => `The dealer says: seat ${seat}.`,
  dealerSaysNothing: "The dealer has not said whose hand it is.",
  spot: (seat: number) => `The dealer has selected spot ${seat}.`,
  name: "Name the winner",
  nameFirst: "Name the winner first.",
  isNamed: "The winner is named.",
  named: (seat: number) => `Seat ${seat} is named as the winner.`,
  answered: (asked: number[]) => `${seats(asked)}: no meter hand.`,
  goesFirst: (asked: number[]) => `${seats(asked)}: one has a meter hand and goes first. Put the hand button out by a second press.`,
  title: (seat: number) => `Is seat ${seat} the winner?`,
  facts: { seat: "Seat", player: "Player", hand: "Hand", amount: "Amount" },
  noPlayer: "no name at this seat",
  question: (asked: number[]) => `${seats(asked)}: no meter hand?`,
  why: "In the game, farther on the dealer's right: a hand there that wins a share of the meter is paid first.",
  none: (seat: number) => `None: name seat ${seat}`,
  one: "There is one",
  confirm: (seat: number) => `Name seat ${seat}`,
};
