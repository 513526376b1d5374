// What happens, as it happens: one socket, with everything that is watched on it. It comes back by itself.
import { session } from "../state/session.svelte";
import { houseClock } from "./clock";
import type { components } from "./schema";
import type { Happening, SocketMessage, TableView } from "./types";

type Schemas = components["schemas"];
type Push = Extract<SocketMessage, { watch: string }>;
/** The newest view of something that is watched. */
export type Message<V> = Omit<Push, "message" | "view"> & { view: V };

const PAUSES_MS = [200, 500, 1000, 2000, 5000];
/** The house says something at least every 20 seconds; after so long without a word the line is dead. */
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
  /** Records whose events came with an answer: the push brings them again. */
  private readonly told = new Set<number>();

  constructor(
    readonly name: string,
    private readonly onNews?: (view: V, events: Happening[]) => void,
  ) {}

  takePush({ version, view, events }: Message<V>): void {
    const news = events.filter((each) => !this.told.has(each.version));
    for (const each of this.told) if (each <= version) this.told.delete(each);
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
    if (isNew) this.told.add(version);
    this.answered = view.version;
    this.problem = null;
    this.view = view;
    this.onNews?.(view, isNew ? (events as Happening["event"][]).map((event) => ({ version, event })) : []);
  }

  /** A new connection brings its own view, even if its version is lower: the room may have been restored from a backup. */
  reconnect(): void {
    this.answered = 0;
  }

  /** Another person looks now: their first push has everything. */
  restart(): void {
    this.pushed = null;
    this.told.clear();
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
    else if (this.socket.readyState === WebSocket.OPEN) this.ask(watched.name, isFirst ? watched.pushed : null);
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
    for (const all of this.watched.values()) for (const each of all) each.restart();
    if (this.watched.size) this.connect();
  }

  /** A command at a table was answered: whatever watches the table shows it at once, and not only when the push comes. */
  takeAnswer(table: string, answer: CommandAnswer): void {
    if (!answer.view) return;
    for (const each of this.watched.get(`table:${table}`) ?? []) (each as unknown as Watched<TableView>).takeAnswer(answer, answer.view);
  }

  private connect(): void {
    clearTimeout(this.again);
    this.drop();
    for (const all of this.watched.values()) for (const each of all) each.reconnect();
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
    for (const [name, all] of this.watched) this.ask(name, [...all][0]?.pushed ?? null);
  }

  private ask(name: string, after: number | null): void {
    this.say(after === null ? { watch: name } : { watch: name, after });
  }

  /** The house was asked too often: what is still watched by then is asked for again, when the house says so. */
  private askLater(name: string, seconds: number): void {
    const socket = this.socket;
    window.setTimeout(() => {
      if (socket === this.socket && this.watched.has(name)) this.ask(name, [...(this.watched.get(name) ?? [])][0]?.pushed ?? null);
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
    for (const each of this.watched.get(message.watch) ?? []) each.takePush(message as unknown as Message<never>);
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
