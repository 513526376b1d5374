// Which page is open. Addresses are real ones, so that they can be kept, sent and printed.

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
    // A place on the same page is the browser's own business: it moves the focus there too.
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

/** The pages, by the first word of their address; the rest names what they show. */
export const PAGES = {
  "": () => import("../pages/lobby/Lobby.svelte"),
  "log-in": () => import("../pages/door/Door.svelte"),
  profile: () => import("../pages/profile/ProfilePage.svelte"),
  tables: () => import("../pages/table/TablePage.svelte"),
  deal: () => import("../pages/dealer/DealerPage.svelte"),
  floor: () => import("../pages/floor/FloorPage.svelte"),
  manager: () => import("../pages/manager/ManagerPage.svelte"),
  display: () => import("../pages/display/DisplayPage.svelte"),
  rules: () => import("../pages/rules/RulesPage.svelte"),
  lab: () => import("../pages/lab/LabPage.svelte"),
} as const;

export type PageName = keyof typeof PAGES;

/** What an address shows: the page, and what comes after its name. */
export function pageOf(path: string): { page: PageName; rest: string[] } | null {
  const [page = "", ...rest] = wordsOf(path) ?? ["nowhere"];
  return Object.hasOwn(PAGES, page) ? { page: page as PageName, rest: rest.filter(Boolean) } : null;
}

/** Nothing where somebody wrote what no address can be, such as `%ff`. */
function wordsOf(path: string): string[] | null {
  try {
    return path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return null;
  }
}

export const router = new Router();
