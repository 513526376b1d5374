import type { Page } from "../../state/pages";
import { session } from "../../state/session.svelte";

export const page: Page = {
  address: "break-room",
  load: () => import("./BreakRoom.svelte"),
  link: { place: 6, words: "Break room", isOffered: () => session.isStaff },
};
