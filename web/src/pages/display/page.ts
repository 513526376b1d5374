import type { Page } from "../../state/pages";

export const page: Page = {
  address: "display",
  load: () => import("./DisplayPage.svelte"),
  isBare: true,
};
