// What happens, as it happens: one socket, with everything that is watched on it. It comes back by itself.
import { session } from "../state/session.svelte";
import { houseClock } from "./clock";
import type { SocketMessage } from "./types";

type Push = Extract<SocketMessage, { watch: string }>;
/** The newest view of something that is watched. */
export type Message<V> = Omit<Push, "message" | "view"> & { view: V };

const PAUSES_MS = [200, 500, 1000, 2000, 5000];
/** The house says something at least every 20 seconds; after so long without a word the line is dead. */
const SILENCE_MS = 45_000;
const POLICY = 1008;

type State = "connecting" | "open" | "lost";

/** Something that is watched: its newest view, and what happened since the one before. */
export class Watched<V> {
  view = $state.raw<V | null>(null);
  /** What was refused, in words. */
  problem = $state<string | null>(null);
  version: number | null = null;
  private waiting: (() => void)[] = [];

  constructor(
    readonly name: string,
    private readonly onMessage?: (message: Message<V>) => void,
  ) {}

  take(message: Message<V>): void {
    this.version = message.version;
    this.problem = null;
    this.view = message.view;
    this.onMessage?.(message);
    for (const wake of this.waiting.splice(0)) wake();
  }

  /** Wait until the view has this version or a later one. */
  async reach(version: number): Promise<void> {
    while ((this.version ?? 0) < version) await new Promise<void>((wake) => this.waiting.push(wake));
  }
}

class Live {
  state = $state<State>("connecting");
  /** When the house last said something; nothing before its first word. */
  heardAt: Date | null = null;
  private socket: WebSocket | null = null;
  private readonly watched = new Map<string, Set<Watched<never>>>();
  private tries = 0;
  private silence = 0;
  private again = 0;

  /** Watch something until the returned function is called. Call it in an effect. */
  watch<V>(watched: Watched<V>): () => void {
    const all = this.watched.get(watched.name) ?? new Set();
    const isFirst = !all.size;
    all.add(watched as unknown as Watched<never>);
    this.watched.set(watched.name, all);
    if (!this.socket) this.connect();
    // Somebody else on this page watches it already: asking again brings the view to both.
    else if (this.socket.readyState === WebSocket.OPEN) this.ask(watched.name, isFirst ? watched.version : null);
    return () => {
      all.delete(watched as unknown as Watched<never>);
      if (all.size) return;
      this.watched.delete(watched.name);
      this.say({ unwatch: watched.name });
      if (!this.watched.size) this.close();
    };
  }

  /** Who sits here has changed: begin anew, as whoever it is now. */
  restart(): void {
    for (const all of this.watched.values()) for (const each of all) each.version = null;
    if (this.watched.size) this.connect();
  }

  private connect(): void {
    clearTimeout(this.again);
    this.drop();
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/live`);
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (message) => this.heard(JSON.parse(message.data as string) as SocketMessage);
    socket.onclose = (close) => this.lost(close.code);
    this.listen();
  }

  private opened(): void {
    this.state = "open";
    this.tries = 0;
    houseClock.forget();
    if (session.token) this.say({ token: session.token });
    for (const [name, all] of this.watched) this.ask(name, [...all][0]?.version ?? null);
  }

  private ask(name: string, after: number | null): void {
    this.say(after === null ? { watch: name } : { watch: name, after });
  }

  /** The house was asked too often: what is still watched by then is asked for again, when the house says so. */
  private askLater(name: string, seconds: number): void {
    const socket = this.socket;
    window.setTimeout(() => {
      if (socket === this.socket && this.watched.has(name)) this.ask(name, [...(this.watched.get(name) ?? [])][0]?.version ?? null);
    }, seconds * 1000);
  }

  private say(words: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(words));
  }

  private heard(message: SocketMessage): void {
    this.heardAt = new Date();
    this.listen();
    if (message.message === "ping") return;
    if (message.message === "problem") {
      const { watch, detail, retry_after: again } = message.problem;
      if (again) this.askLater(watch ?? "", again);
      for (const each of this.watched.get(watch ?? "") ?? []) each.problem = detail;
      return;
    }
    houseClock.hear(message.now);
    for (const each of this.watched.get(message.watch) ?? []) each.take(message as unknown as Message<never>);
  }

  private listen(): void {
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => this.lost(0), SILENCE_MS);
  }

  private lost(code: number): void {
    this.drop();
    if (!this.watched.size) return;
    this.state = "lost";
    if (code === POLICY) void session.find();
    const pause = PAUSES_MS[Math.min(this.tries, PAUSES_MS.length - 1)] ?? 5000;
    this.tries += 1;
    this.again = window.setTimeout(() => this.connect(), pause);
  }

  private drop(): void {
    clearTimeout(this.silence);
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  private close(): void {
    clearTimeout(this.again);
    this.drop();
    this.state = "connecting";
  }
}

export const live = new Live();
