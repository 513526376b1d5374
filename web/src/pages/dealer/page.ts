import type { Page } from "../../state/pages";

export const page: Page = {
  address: "deal",
  load: () => import("./DealerPage.svelte"),
};
