import type { Page } from "../../state/pages";
import { text } from "../../text";

export const page: Page = {
  address: "lab",
  load: () => import("./LabPage.svelte"),
  link: { place: 4, words: text.common.lab, isOffered: () => true },
};
