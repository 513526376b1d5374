// Keyboard keys that press the buttons of the console. They can be switched off, and do nothing in a text field.
import { tick } from "svelte";

const KEPT_AS = "console-keys";

class Keys {
  isOn = $state(localStorage.getItem(KEPT_AS) !== "off");
  /** Resolves when the console is up to date: a key that is pressed before then waits. */
  ready: () => Promise<void> = async () => {};
  private readonly presses = new Map<string, () => void>();
  private isWaiting = false;

  /** Let a key press something until the returned function is called. Call it in an effect. */
  on(key: string, press: () => void): () => void {
    this.presses.set(key, press);
    return () => {
      if (this.presses.get(key) === press) this.presses.delete(key);
    };
  }

  turn(isOn: boolean): void {
    this.isOn = isOn;
    localStorage.setItem(KEPT_AS, isOn ? "on" : "off");
  }

  /** Give it every key that goes down in the window. */
  press(event: KeyboardEvent): void {
    if (!this.isOn || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if ((event.target as Element).closest("input, select, textarea, dialog") || document.querySelector("dialog[open]")) return;
    const name = nameOf(event);
    if (!this.presses.has(name)) return;
    event.preventDefault();
    void this.pressWhenReady(name);
  }

  /** One key waits at most: more would be pressed blindly. */
  private async pressWhenReady(name: string): Promise<void> {
    if (this.isWaiting) return;
    this.isWaiting = true;
    await this.ready();
    await tick();
    this.isWaiting = false;
    this.presses.get(name)?.();
  }
}

/** Digits by their place, since Shift makes other signs of them: `3`, `Shift+3`; letters as they are: `n`. */
function nameOf(event: KeyboardEvent): string {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit) return event.shiftKey ? `Shift+${digit}` : digit;
  return event.key.toLowerCase();
}

export const keys = new Keys();
