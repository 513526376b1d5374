// Where the focus goes when the focused element is removed: keyboard users must not start at the top again.
import { tick } from "svelte";

export function isFocusLost(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

/** The focused element may be removed by the press itself. */
export async function keepFocus(): Promise<void> {
  await tick();
  if (isFocusLost()) focusContent();
}

/** Into the page, past the head that all pages have. */
export function focusContent(): void {
  document.getElementById("content")?.focus({ preventScroll: true });
}
