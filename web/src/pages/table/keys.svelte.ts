// Single keys for players who use the keyboard. They can be switched off: speech input and screen readers send letters too.

const SAVED = "table-keys";

class Keys {
  areOn = $state(localStorage.getItem(SAVED) !== "off");
  private readonly held = new Map<string, (() => unknown)[]>();

  /** Bind a key until the returned function is called. Call it in an effect. The first binding of a key wins. */
  on(key: string, work: () => unknown): () => void {
    this.held.set(key, [...(this.held.get(key) ?? []), work]);
    return () => this.held.set(key, this.held.get(key)?.filter((each) => each !== work) ?? []);
  }

  change(): void {
    this.areOn = !this.areOn;
    localStorage.setItem(SAVED, this.areOn ? "on" : "off");
  }

  press(event: KeyboardEvent): void {
    if (!this.areOn || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const target = event.target as Element;
    if (target.closest("input, select, textarea, dialog")) return;
    const work = this.held.get(event.key.toLowerCase())?.[0];
    if (!work) return;
    event.preventDefault();
    work();
  }
}

export const keys = new Keys();
