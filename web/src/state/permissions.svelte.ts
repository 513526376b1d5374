// The permissions of every role, from the server: a command that would be refused is not offered.
import { query, type QueryAnswer } from "../api/client";
import { session } from "./session.svelte";

class Permissions {
  private grid = $state.raw<QueryAnswer<"/api/permissions"> | null>(null);

  get areKnown(): boolean {
    return this.grid !== null;
  }

  async find(): Promise<void> {
    this.grid ??= await query("/api/permissions");
  }

  /** The roles that a person with a badge can have. */
  get roles(): string[] {
    return this.grid?.roles.map((role) => role.name) ?? [];
  }

  /** Whether a role can tap in at a table. */
  deals(role: string): boolean {
    return this.grid?.roles.find((each) => each.name === role)?.deals ?? false;
  }

  may(command: string): boolean {
    return this.whoMay(command).includes(session.role);
  }

  /** Whether a command asks for the sender's PIN again. */
  isSigned(command: string): boolean {
    return this.grid?.signed.includes(command) ?? false;
  }

  sees(what: string): boolean {
    return this.whoSees(what).includes(session.role);
  }

  proposes(kind: string): boolean {
    return (this.grid?.proposers[kind] ?? []).includes(session.role);
  }

  decides(kind: string): boolean {
    return (this.grid?.approvers[kind] ?? []).includes(session.role);
  }

  /** Whether the role may ask the lab for something. */
  asks(what: string): boolean {
    return this.whoAsks(what).includes(session.role);
  }

  whoMay(command: string): string[] {
    return this.grid?.commands[command] ?? [];
  }

  whoAsks(what: string): string[] {
    return this.grid?.asks[what] ?? [];
  }

  whoSees(what: string): string[] {
    return this.grid?.queries[what] ?? [];
  }
}

export const permissions = new Permissions();
