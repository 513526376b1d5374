// Which page is open. Addresses are real ones, so that they can be saved, shared and printed.
import { PAGES, type Page } from "./pages";

class Router {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));

  constructor() {
    addEventListener("popstate", () => this.read());
    document.addEventListener("click", (event) => this.follow(event));
  }

  go(address: string, { replace = false } = {}): void {
    history[replace ? "replaceState" : "pushState"](null, "", address);
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  /** A click on a link to one of our pages changes the page, not the document. */
  private follow(event: MouseEvent): void {
    const link = (event.target as Element).closest?.("a");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin || !pageOf(link.pathname)) return;
    // A link within the page is left to the browser: it moves the focus there too.
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

/** The page of an address, and the rest after its name. */
export function pageOf(path: string): { page: Page; rest: string[] } | null {
  const [address = "", ...rest] = wordsOf(path) ?? ["nowhere"];
  const page = PAGES.get(address);
  return page ? { page, rest: rest.filter(Boolean) } : null;
}

/** Null if the text cannot be an address, such as `%ff`. */
function wordsOf(path: string): string[] | null {
  try {
    return path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return null;
  }
}

export const router = new Router();
