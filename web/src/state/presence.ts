// Whether somebody is at this screen: a session of staff ends when nobody has touched it for long, whatever the page does.
import { knock, Problem } from "../api/client";
import { session } from "./session.svelte";

const EVERY_MS = 60_000;

class Presence {
  private told = 0;

  watch(): void {
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => void this.tell(), { passive: true });
  }

  /** Once a minute at most. A house that does not answer is told of elsewhere. */
  private async tell(): Promise<void> {
    if (!session.isStaff || Date.now() < this.told + EVERY_MS) return;
    this.told = Date.now();
    try {
      await knock("/api/here", {});
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
}

export const presence = new Presence();
