// Who uses this browser: nobody, a player, a member of staff, or a device with a pass.
import { post, query, Problem } from "../api/client";

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

  /** Query who is logged in, when the page starts. */
  async find(): Promise<void> {
    try {
      this.take(await query("/api/me"));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
    this.isKnown = true;
  }

  async logIn(badge: string, pin: string, second = ""): Promise<void> {
    this.take(await post("/api/log-in", { badge, pin, second }));
  }

  async enterAsGuest(name: string): Promise<void> {
    this.take(await post("/api/guest", { name }));
  }

  async logOut(): Promise<void> {
    await post("/api/log-out", {});
    this.ended();
  }

  /** The server no longer knows this session. */
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
