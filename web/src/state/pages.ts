// The pages: each folder of `pages` has a page.ts with its address. Another folder is another page.
import type { Component } from "svelte";

export interface Page {
  /** The first part of its address; the rest names what it shows. */
  address: string;
  /** It is loaded when it is opened. */
  load: () => Promise<{ default: Component<{ rest: string[] }> }>;
  /** Its link at the head of every page, by its place there. */
  link?: { place: number; words: string; isOffered: () => boolean };
  /** Whether it has no frame, as a display. */
  isBare?: boolean;
}

const found = Object.values(import.meta.glob<{ page: Page }>("../pages/*/page.ts", { eager: true }));

export const PAGES = new Map(found.map(({ page }) => [page.address, page]));
if (PAGES.size < found.length) throw new Error("two pages have the same address");

export const LINKED = [...PAGES.values()].flatMap((page) => (page.link ? [{ to: `/${page.address}`, ...page.link }] : [])).sort((one, other) => one.place - other.place);
