// Signing: whoever approves, books or authorizes keys in their PIN once more, for exactly what is shown and sent.

/** What is signed, line by line: a name and what it says. */
export type Shown = [name: string, value: string][];

/** What is keyed in, sent beside the command. */
export interface OwnPin {
  pin: string;
  second: string | null;
}

export interface Signature {
  title: string;
  shown: Shown;
}

class Signer {
  /** What waits for a PIN; the dialog stays open until it was done, refused or given up. */
  asked = $state.raw<Signature | null>(null);
  wrong = $state<string | null>(null);
  isBusy = $state(false);
  private answer: (own: OwnPin | null) => void = () => undefined;

  /** Ask for the PIN, or say that the one before was wrong and ask again. Nothing where the person gives it up. */
  keyIn(signature: Signature, wrong: string | null): Promise<OwnPin | null> {
    this.asked ??= signature;
    this.wrong = wrong;
    this.isBusy = false;
    return new Promise((resolve) => (this.answer = resolve));
  }

  sign(own: OwnPin): void {
    this.isBusy = true;
    this.wrong = null;
    this.answer(own);
  }

  /** What is on its way already cannot be taken back; should its PIN be wrong, the dialog comes again. */
  giveUp(): void {
    this.asked = null;
    if (!this.isBusy) this.answer(null);
  }

  close(): void {
    this.asked = null;
    this.isBusy = false;
  }
}

export const signer = new Signer();
