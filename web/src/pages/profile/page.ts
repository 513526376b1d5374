import type { Page } from "../../state/pages";

export const page: Page = {
  address: "profile",
  load: () => import("./ProfilePage.svelte"),
};
