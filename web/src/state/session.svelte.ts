// Who sits at this browser: nobody, a player, somebody of the staff, or a device with a pass.
import { knock, look, Problem } from "../api/client";

interface Me {
  role: string;
  name: string;
  csrf: string;
  page?: string;
  deals?: boolean;
}

class Session {
  role = $state("nobody");
  /** The badge of staff, the id of a player. */
  name = $state("");
  /** Whether it is known by now who it is. */
  isKnown = $state(false);
  /** The page that opens after log-in. */
  page = $state("/");
  /** Whether the role can tap in at a table. */
  deals = $state(false);
  csrf = "";
  /** The pass of a device; displays bring it in their address. */
  token = "";

  get isStaff(): boolean {
    return !["nobody", "player", "display", "controller"].includes(this.role);
  }

  /** Ask the house once, at the start. */
  async find(): Promise<void> {
    try {
      this.take(await look("/api/me"));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
    this.isKnown = true;
  }

  async logIn(badge: string, pin: string, second = ""): Promise<void> {
    this.take(await knock("/api/log-in", { badge, pin, second }));
  }

  async comeIn(name: string): Promise<void> {
    this.take(await knock("/api/guest", { name }));
  }

  async logOut(): Promise<void> {
    await knock("/api/log-out", {});
    this.ended();
  }

  /** The house does not know this session any more. */
  ended(): void {
    this.take({ role: "nobody", name: "", csrf: "" });
  }

  private take(me: Me): void {
    this.role = me.role;
    this.page = me.page ?? "/";
    this.deals = me.deals ?? false;
    this.name = me.name;
    this.csrf = me.csrf;
  }
}

export const session = new Session();
