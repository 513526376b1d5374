// A question to whoever works here: a dialog with a few fields, and what is done with the answers.
import { dollarsAndCents } from "../money";

export interface Field {
  name: string;
  label: string;
  /** Money is entered in dollars; words are a longer text; ticks must all be set; a moment is by the clock of the room; an order has all its choices. */
  kind: "money" | "line" | "words" | "choice" | "date" | "moment" | "pin" | "ticks" | "yes-no" | "number" | "order";
  /** What stands there at first. */
  value?: string;
  choices?: { value: string; words: string; more?: string }[];
  hint?: string;
  isOptional?: boolean;
  /** The name of another field in which the same must stand: nobody sees what is typed there. */
  sameAs?: string;
  /** Fields in a row of one group stand together under its name. */
  group?: string;
}

export type Answers = Record<string, string>;

export interface Question {
  title: string;
  /** What one should know before answering. */
  about?: string[];
  /** A QR code to be scanned: how many modules it has each way, and the dark ones. */
  qr?: { size: number; path: string; label: string };
  fields: Field[];
  confirm: string;
  isDanger?: boolean;
  submit: (answers: Answers) => Promise<unknown>;
  /** What is told when it is done. */
  done?: string;
}

class Asker {
  question = $state.raw<Question | null>(null);
  /** How many questions were answered, and what was asked for done: what is on the page may have changed. */
  answered = $state(0);

  ask(question: Question): void {
    this.question = question;
  }

  close(): void {
    this.question = null;
  }
}

export const asker = new Asker();

/** Dollars as people write them, in whole cents: `1,250.5` is 125050. Nothing where they are not dollars. */
export function centsOf(dollars: string): number | null {
  const plain = dollars.replace(/[$,\s]/g, "");
  if (!/^-?\d{1,13}(\.\d{1,2})?$/.test(plain)) return null;
  const [whole = "0", part = ""] = plain.replace("-", "").split(".");
  const cents = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return plain.startsWith("-") ? -cents : cents;
}

/** Cents as they stand in a field. */
export function inField(cents: number): string {
  return dollarsAndCents(cents).replace("$", "").replace(/\.00$/, "");
}

/** An answer in cents; fields of money are verified before they are submitted. */
export function cents(answer: string | undefined): number {
  return centsOf(answer ?? "") ?? 0;
}
