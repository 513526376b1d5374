// Where the focus goes when what had it is gone: whoever works by keyboard or ear must not begin at the top again.
import { tick } from "svelte";

export function isFocusLost(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

/** What had the focus may be gone with what was pressed. */
export async function keepFocus(): Promise<void> {
  await tick();
  if (isFocusLost()) focusContent();
}

/** Into the page, past the head that all pages have. */
export function focusContent(): void {
  document.getElementById("content")?.focus({ preventScroll: true });
}
