// The card room: its name, its zone and its gaming day. Times are shown by its clock.
import { query, type QueryAnswer } from "../api/client";
import type { RoomClock } from "../parts/local-time";

class Room {
  about = $state.raw<QueryAnswer<"/api/room"> | null>(null);

  async find(): Promise<void> {
    this.about = await query("/api/room");
  }

  get day(): string {
    return this.about?.day ?? "";
  }

  get zone(): string | undefined {
    return this.about?.zone;
  }

  /** Its zone and the start of its gaming day; null until the server has answered. */
  get clock(): RoomClock | null {
    return this.about && { zone: this.about.zone, dayStarts: this.about.day_starts };
  }
}

export const room = new Room();
