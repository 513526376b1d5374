import type { Page } from "../../state/pages";

export const page: Page = {
  address: "rules",
  load: () => import("./RulesPage.svelte"),
};
