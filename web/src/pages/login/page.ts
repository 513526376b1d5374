import type { Page } from "../../state/pages";
import { session } from "../../state/session.svelte";
import { text } from "../../text";

export const page: Page = {
  address: "log-in",
  load: () => import("./LoginPage.svelte"),
  link: { place: 5, words: text.common.logIn, isOffered: () => session.role === "nobody" },
};
