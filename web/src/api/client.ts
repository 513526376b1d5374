// Talking to the house: looks, commands under an id of their own, and refusals as they are told.
import { notices } from "../state/notices.svelte";
import { permissions } from "../state/permissions.svelte";
import { session } from "../state/session.svelte";
import { signer, type OwnPin, type Shown, type Signature } from "../parts/sign/signing.svelte";
import { text } from "../text";
import { live, type CommandAnswer } from "./live.svelte";
import type { paths } from "./schema";
import { unanswered } from "./unanswered";

/** A refusal (RFC 9457), or a house that does not answer. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly detail: string,
    readonly status = 0,
    readonly rule: string | null = null,
  ) {
    super(detail);
  }
}

type Json<T> = T extends { content: { "application/json": infer B } } ? B : never;
type Ok<T> = T extends { responses: { 200: infer R } } ? Json<R> : never;
type Looks = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];
type Sends = { [P in keyof paths]: paths[P] extends { post: object } ? P : never }[keyof paths];
/** What an address answers to a look. */
export type Look<P extends Looks> = Ok<paths[P]["get"]>;
/** What an address takes, but for the id of the command. */
export type Body<P extends Sends> = paths[P]["post"] extends { requestBody: infer R } ? Omit<Json<R>, "command_id"> : object;
export type Answer<P extends Sends> = Ok<paths[P]["post"]>;

type Values = Record<string, string | number | boolean | null | undefined>;

/** Look at something: `look("/api/tables/{table_id}", { table_id: "T1" })`. What the address does not name is asked behind `?`. */
export async function look<P extends Looks>(path: P, values: Values = {}): Promise<Look<P>> {
  return (await ask(addressOf(path, values), { method: "GET" })) as Look<P>;
}

/** The address of a look, for a link or a picture. */
export function addressOf(path: string, values: Values = {}): string {
  const query = new URLSearchParams();
  let address = path;
  for (const [name, value] of Object.entries(values)) {
    if (address.includes(`{${name}}`)) address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (value !== null && value !== undefined) query.set(name, String(value));
  }
  return query.size ? `${address}?${query}` : address;
}

/**
 * Send a command. If the line fails it is sent again under the same id, so that it counts once. Where it must be signed,
 * the PIN is asked for beside what is `shown`; else beside all that is sent.
 */
export async function send<P extends Sends>(path: P, values: Values, body: Body<P>, shown?: Shown): Promise<Answer<P>> {
  return (await insistSigned(addressOf(path, values), body as object, shown)) as Answer<P>;
}

/** Send a command whose address is put together, such as an act of a round. */
export async function sendTo(address: string, body: object = {}, shown?: Shown): Promise<unknown> {
  return await insistSigned(address, body, shown);
}

async function insistSigned(address: string, body: object, shown?: Shown): Promise<unknown> {
  const command = address.split("/").at(-1) ?? "";
  let mustSign = permissions.isSigned(command);
  let wrong: string | null = null;
  for (;;) {
    const own = mustSign ? await signer.keyIn(signatureOf(address, body, shown), wrong) : null;
    if (mustSign && !own) throw new Problem("not-signed", text.sign.notSigned);
    try {
      const told = await insist(address, body, own);
      if (own) signer.close();
      const table = tableOf(address);
      if (table) live.takeAnswer(table, told as CommandAnswer);
      return told;
    } catch (error) {
      mustSign = error instanceof Problem && ["pin-needed", "wrong-pin"].includes(error.code);
      if (!mustSign && own) signer.close();
      if (!mustSign) throw error;
      wrong = (error as Problem).code === "wrong-pin" ? (error as Problem).detail : null;
    }
  }
}

/** What a person signs: all that is sent, but for what only machines read. */
function signatureOf(address: string, body: object, shown: Shown | undefined): Signature {
  const t = text.sign;
  const table = tableOf(address);
  const words = (value: unknown) => (typeof value === "boolean" ? (value ? t.yes : t.no) : String(value));
  const sent = Object.entries(body).filter(([name, value]) => name !== "digest" && value !== null && value !== "");
  const lines: Shown = sent.map(([name, value]) => [t.names[name] ?? name, words(value)]);
  const where: Shown = table ? [[t.names.table!, table]] : [];
  return { title: t.titles[address.split("/").at(-1) ?? ""] ?? t.title, shown: shown ?? [...where, ...lines] };
}

/** The table to which a command is sent; nothing if it is for the office. */
function tableOf(address: string): string | null {
  const table = /^\/api\/tables\/([^/]+)\//.exec(address)?.[1];
  return table === undefined ? null : decodeURIComponent(table);
}

/** Post what is not a command: log-in, guest, log-out. */
export async function knock<P extends Sends>(path: P, body: object): Promise<Answer<P>> {
  return (await ask(path, { method: "POST", body: JSON.stringify(body) })) as Answer<P>;
}

const PAUSES_MS = [300, 1000, 3000];

async function insist(address: string, body: object, own: OwnPin | null): Promise<unknown> {
  const command = `${session.name} ${address} ${JSON.stringify(body)}`;
  const before = unanswered.find(command);
  const id = before ?? newId();
  const request = { method: "POST", body: JSON.stringify({ command_id: id, ...body, ...own }) };
  for (let tries = 0; ; tries += 1) {
    try {
      const told = await ask(address, request);
      unanswered.drop(command);
      if (before && (told as { repeat?: boolean }).repeat) notices.tell(text.common.countedOnce);
      return told;
    } catch (error) {
      const isLost = error instanceof Problem && error.code === "no-answer";
      if (isLost) unanswered.keep(command, id);
      else unanswered.drop(command);
      const pause = PAUSES_MS[tries];
      if (!isLost || pause === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** A request that is one too many is sent again when the house says so, unless that is long from now. */
const WAITS = 3;
const LONGEST_WAIT_S = 10;

async function ask(address: string, request: RequestInit): Promise<unknown> {
  for (let waits = 0; ; waits += 1) {
    const response = await fetched(address, request);
    const seconds = Number(response.headers.get("retry-after") ?? "");
    if (response.status !== 429 || waits === WAITS || !(seconds > 0 && seconds <= LONGEST_WAIT_S)) return await answerOf(response);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

async function fetched(address: string, request: RequestInit): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (request.body) headers["content-type"] = "application/json";
  if (request.method === "POST" && session.csrf) headers["x-csrf-token"] = session.csrf;
  if (session.token) headers["authorization"] = `Bearer ${session.token}`;
  try {
    return await fetch(address, { ...request, headers, credentials: "same-origin" });
  } catch {
    throw new Problem("no-answer", "");
  }
}

async function answerOf(response: Response): Promise<unknown> {
  let words: string;
  try {
    words = await response.text();
  } catch {
    throw new Problem("no-answer", "");
  }
  const told = read(words);
  if (response.ok) return told;
  // A proxy answers for a house that does not: it may be on its way back.
  if (!told && [502, 503, 504].includes(response.status)) throw new Problem("no-answer", "");
  throw await refusal(response, (told ?? {}) as Record<string, string>);
}

async function refusal(response: Response, told: Record<string, string>): Promise<Problem> {
  const { code = "broken", detail = response.statusText, rule = null } = told;
  if (response.status === 401) session.ended();
  if (code !== "forged") return new Problem(code, detail, response.status, rule);
  // Another window of this browser has let somebody else in. What was pressed here is not done in their name.
  await session.find();
  return new Problem(code, text.common.somebodyElse, response.status, rule);
}

function read(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return null;
  }
}

/** An id that nobody else makes: the millisecond, so that those of one time lie together, and 80 random bits. */
export function newId(): string {
  const chance = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, "0"));
  return Date.now().toString(16).padStart(12, "0") + chance.join("");
}
