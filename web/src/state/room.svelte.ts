// The card room: its name, its zone and its gambling day. Instants are shown by the clock on its wall.
import { look, type Look } from "../api/client";

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
}

export const room = new Room();
