// One WebSocket with everything that this page watches. It reconnects by itself.
import { session } from "../state/session.svelte";
import { houseClock } from "./clock";
import type { components } from "./schema";
import type { PushedEvent, SocketMessage, TableView } from "./types";

type Schemas = components["schemas"];
type Push = Extract<SocketMessage, { watch: string }>;
/** The newest view of something that is watched. */
export type Message<V> = Omit<Push, "message" | "view"> & { view: V };

const PAUSES_MS = [200, 500, 1000, 2000, 5000];
/** The server sends a message at least every 20 seconds; after this much silence the connection counts as lost. */
const SILENCE_MS = 45_000;
const POLICY = 1008;

type State = "connecting" | "open" | "lost";

/** What a command at a table was answered. */
export type CommandAnswer = Schemas["Done"];

/** Something that is watched: its newest view, and the events since the view before. */
export class Watched<V> {
  view = $state.raw<V | null>(null);
  /** Why it cannot be watched, in words. */
  problem = $state<string | null>(null);
  /** The version of the newest push: all events up to it have come. */
  pushed: number | null = null;
  /** The version of the newest view that came with an answer; a push may still bring an older one. */
  private answered = 0;
  /** Records whose events came with an answer, and were shown. The push brings them again. */
  private readonly eventsShown = new Set<number>();

  constructor(
    readonly name: string,
    private readonly onNews?: (view: V, events: PushedEvent[]) => void,
  ) {}

  takePush({ version, view, events }: Message<V>): void {
    const news = events.filter((each) => !this.eventsShown.has(each.version));
    for (const each of this.eventsShown) if (each <= version) this.eventsShown.delete(each);
    this.pushed = version;
    this.problem = null;
    const isShown = version === this.answered && JSON.stringify(view) === JSON.stringify(this.view);
    if (version >= this.answered && !isShown) this.view = view;
    else if (!news.length) return;
    this.onNews?.(this.view ?? view, news);
  }

  /** Show the answer of a command that this page sent, unless the page shows that version already. */
  takeAnswer({ version, events }: CommandAnswer, view: V & { version: number }): void {
    if (view.version <= Math.max(this.pushed ?? 0, this.answered)) return;
    const isNew = version > (this.pushed ?? 0);
    if (isNew) this.eventsShown.add(version);
    this.answered = view.version;
    this.problem = null;
    this.view = view;
    this.onNews?.(view, isNew ? (events as PushedEvent["event"][]).map((event) => ({ version, event })) : []);
  }

  /** A new connection brings its own view, even if its version is lower: the room may have been restored from a backup. */
  reconnect(): void {
    this.answered = 0;
  }

  /** Another person has logged in: their first push has everything. */
  restart(): void {
    this.pushed = null;
    this.eventsShown.clear();
  }
}

class PushConnection {
  state = $state<State>("connecting");
  /** When the last message came; null before the first. */
  lastMessageAt: Date | null = null;
  private socket: WebSocket | null = null;
  private readonly watched = new Map<string, Set<Watched<never>>>();
  private tries = 0;
  private silenceTimer = 0;
  private reconnectTimer = 0;

  /** Watch something until the returned function is called. Call it in an effect. */
  watch<V>(watched: Watched<V>): () => void {
    const all = this.watched.get(watched.name) ?? new Set();
    const isFirst = !all.size;
    all.add(watched as unknown as Watched<never>);
    this.watched.set(watched.name, all);
    if (!this.socket) this.connect();
    // Another part of this page watches it already: asking again brings the view to both.
    else if (this.socket.readyState === WebSocket.OPEN) this.sendWatch(watched.name, isFirst ? watched.pushed : null);
    return () => {
      all.delete(watched as unknown as Watched<never>);
      if (all.size) return;
      this.watched.delete(watched.name);
      this.sendMessage({ unwatch: watched.name });
      if (!this.watched.size) this.close();
    };
  }

  /** Another person has logged in: connect again in their name. */
  restart(): void {
    for (const all of this.watched.values()) for (const each of all) each.restart();
    if (this.watched.size) this.connect();
  }

  /** A command at a table was answered: whatever watches the table shows it at once, and not only when the push comes. */
  takeAnswer(table: string, answer: CommandAnswer): void {
    if (!answer.view) return;
    for (const each of this.watched.get(`table:${table}`) ?? []) (each as unknown as Watched<TableView>).takeAnswer(answer, answer.view);
  }

  private connect(): void {
    clearTimeout(this.reconnectTimer);
    this.closeSocket();
    for (const all of this.watched.values()) for (const each of all) each.reconnect();
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/live`);
    this.socket = socket;
    socket.onopen = () => this.onOpen();
    socket.onmessage = (message) => this.receive(JSON.parse(message.data as string) as SocketMessage);
    socket.onclose = (close) => this.onLost(close.code);
    this.restartSilenceTimer();
  }

  private onOpen(): void {
    this.state = "open";
    this.tries = 0;
    houseClock.forget();
    if (session.token) this.sendMessage({ token: session.token });
    for (const [name, all] of this.watched) this.sendWatch(name, [...all][0]?.pushed ?? null);
  }

  private sendWatch(name: string, after: number | null): void {
    this.sendMessage(after === null ? { watch: name } : { watch: name, after });
  }

  /** There were too many requests: ask again when the server allows it, if it is still watched then. */
  private sendWatchLater(name: string, seconds: number): void {
    const socket = this.socket;
    window.setTimeout(() => {
      if (socket === this.socket && this.watched.has(name)) this.sendWatch(name, [...(this.watched.get(name) ?? [])][0]?.pushed ?? null);
    }, seconds * 1000);
  }

  private sendMessage(words: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(words));
  }

  private receive(message: SocketMessage): void {
    this.lastMessageAt = new Date();
    this.restartSilenceTimer();
    if (message.message === "ping") return;
    if (message.message === "problem") {
      const { watch, detail, retry_after: again } = message.problem;
      if (again) this.sendWatchLater(watch ?? "", again);
      for (const each of this.watched.get(watch ?? "") ?? []) each.problem = detail;
      return;
    }
    houseClock.sync(message.now);
    for (const each of this.watched.get(message.watch) ?? []) each.takePush(message as unknown as Message<never>);
  }

  private restartSilenceTimer(): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = window.setTimeout(() => this.onLost(0), SILENCE_MS);
  }

  private onLost(code: number): void {
    this.closeSocket();
    if (!this.watched.size) return;
    this.state = "lost";
    if (code === POLICY) void session.find();
    const pause = PAUSES_MS[Math.min(this.tries, PAUSES_MS.length - 1)] ?? 5000;
    this.tries += 1;
    this.reconnectTimer = window.setTimeout(() => this.connect(), pause);
  }

  private closeSocket(): void {
    clearTimeout(this.silenceTimer);
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  private close(): void {
    clearTimeout(this.reconnectTimer);
    this.closeSocket();
    this.state = "connecting";
  }
}

export const connection = new PushConnection();
