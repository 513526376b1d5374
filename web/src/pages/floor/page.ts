import type { Page } from "../../state/pages";
import { session } from "../../state/session.svelte";
import { text } from "../../text";

export const page: Page = {
  address: "floor",
  load: () => import("./FloorPage.svelte"),
  link: { place: 2, words: text.common.floor, isOffered: () => session.isStaff },
};
