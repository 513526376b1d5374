import type { Page } from "../../state/pages";

export const page: Page = {
  address: "tables",
  load: () => import("./TablePage.svelte"),
};
