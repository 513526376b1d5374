// Signing: a person who approves, books or authorizes enters the PIN again, for exactly what is shown and sent.

/** The signed lines: a name and its value. */
export type Shown = [name: string, value: string][];

/** The PIN and the code, sent with the command. */
export interface OwnPin {
  pin: string;
  second: string | null;
}

export interface Signature {
  title: string;
  shown: Shown;
}

class Signer {
  /** The signature that waits for a PIN; the dialog stays open until the command is done, refused or given up. */
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

  /** A command that was sent cannot be taken back; if its PIN is wrong, the dialog opens again. */
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
