// The card room: its name, its zone and its gaming day. Instants are shown by the clock on its wall.
import { look, type Look } from "../api/client";
import type { RoomClock } from "../parts/local-time";

class Room {
  about = $state.raw<Look<"/api/room"> | null>(null);

  async find(): Promise<void> {
    this.about = await look("/api/room");
  }

  get day(): string {
    return this.about?.day ?? "";
  }

  get zone(): string | undefined {
    return this.about?.zone;
  }

  /** Its zone and the start of its gaming day; nothing before the house has said so. */
  get clock(): RoomClock | null {
    return this.about && { zone: this.about.zone, dayStarts: this.about.day_starts };
  }
}

export const room = new Room();
