// Where the focus goes when what had it is gone: whoever works by keyboard or ear must not begin at the top again.

export function isFocusLost(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

/** Into the page, past the head that all pages have. */
export function focusContent(): void {
  document.getElementById("content")?.focus({ preventScroll: true });
}
