import type { Page } from "../../state/pages";
import { session } from "../../state/session.svelte";
import { text } from "../../text";

export const page: Page = {
  address: "manager",
  load: () => import("./ManagerPage.svelte"),
  link: { place: 3, words: text.common.manager, isOffered: () => session.isStaff },
};
