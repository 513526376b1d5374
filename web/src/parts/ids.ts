import { newId } from "../api/client";

/** An id that can be read out and written on paper: `i-4f09ac`. */
export function shortId(letter: string): string {
  return `${letter}-${newId().slice(-6)}`;
}
