import type { Page } from "../../state/pages";
import { text } from "../../text";

export const page: Page = {
  address: "",
  load: () => import("./Lobby.svelte"),
  link: { place: 1, words: text.common.lobby, isOffered: () => true },
};
