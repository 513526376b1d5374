// Tells the server that a person uses this screen: a staff session ends after a time without a touch.
import { post, Problem } from "../api/client";
import { session } from "./session.svelte";

const EVERY_MS = 60_000;

class Presence {
  private sentAt = 0;

  watch(): void {
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => void this.send(), { passive: true });
  }

  /** At most once a minute. Another part of the page reports a server that does not answer. */
  private async send(): Promise<void> {
    if (!session.isStaff || Date.now() < this.sentAt + EVERY_MS) return;
    this.sentAt = Date.now();
    try {
      await post("/api/here", {});
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
}

export const presence = new Presence();
