// A form in a dialog: a few fields, and what is done with the answers.
import { dollarsAndCents } from "../money";

export interface Field {
  name: string;
  label: string;
  /** Money is entered in dollars; words are a longer text; ticks must all be set; a moment is by the clock of the room; an order has all its choices. */
  kind: "money" | "line" | "words" | "choice" | "date" | "moment" | "pin" | "ticks" | "yes-no" | "number" | "order";
  /** The initial value. */
  value?: string;
  choices?: { value: string; words: string; more?: string }[];
  hint?: string;
  isOptional?: boolean;
  /** The name of another field that must have the same value, because what is typed is hidden. */
  sameAs?: string;
  /** Fields of one group are shown together under its name. */
  group?: string;
}

export type Answers = Record<string, string>;

export interface Form {
  title: string;
  /** What the person should know before answering. */
  about?: string[];
  /** A QR code to be scanned: how many modules it has each way, and the dark ones. */
  qr?: { size: number; path: string; label: string };
  fields: Field[];
  confirm: string;
  isDanger?: boolean;
  submit: (answers: Answers) => Promise<unknown>;
  /** The notice after it is done. */
  done?: string;
}

class Forms {
  current = $state.raw<Form | null>(null);
  /** The number of forms that were submitted: what the page shows may have changed. */
  submitted = $state(0);

  open(form: Form): void {
    this.current = form;
  }

  close(): void {
    this.current = null;
  }
}

export const forms = new Forms();

/** Dollars as people write them, in whole cents: `1,250.5` is 125050. Null if they are not dollars. */
export function centsOf(dollars: string): number | null {
  const plain = dollars.replace(/[$,\s]/g, "");
  if (!/^-?\d{1,13}(\.\d{1,2})?$/.test(plain)) return null;
  const [whole = "0", part = ""] = plain.replace("-", "").split(".");
  const cents = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return plain.startsWith("-") ? -cents : cents;
}

/** Cents as the text of a field. */
export function inField(cents: number): string {
  return dollarsAndCents(cents).replace("$", "").replace(/\.00$/, "");
}

/** An answer in cents; fields of money are verified before they are submitted. */
export function cents(answer: string | undefined): number {
  return centsOf(answer ?? "") ?? 0;
}
