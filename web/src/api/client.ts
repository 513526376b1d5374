// HTTP requests to the server: queries, commands with ids, and refusals as errors.
import { notices } from "../state/notices.svelte";
import { permissions } from "../state/permissions.svelte";
import { session } from "../state/session.svelte";
import { signer, type OwnPin, type Shown, type Signature } from "../parts/sign/signing.svelte";
import { text } from "../text";
import { connection, type CommandAnswer } from "./push.svelte";
import type { paths } from "./schema";
import { unansweredCommands } from "./unanswered-commands";

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
type QueryPath = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];
type CommandPath = { [P in keyof paths]: paths[P] extends { post: object } ? P : never }[keyof paths];
/** The answer of a query. */
export type QueryAnswer<P extends QueryPath> = Ok<paths[P]["get"]>;
/** What an address takes, but for the id of the command. */
export type Body<P extends CommandPath> = paths[P]["post"] extends { requestBody: infer R } ? Omit<Json<R>, "command_id"> : object;
export type Answer<P extends CommandPath> = Ok<paths[P]["post"]>;

type Values = Record<string, string | number | boolean | null | undefined>;

/** Send a query: `query("/api/tables/{table_id}", { table_id: "T1" })`. Values that the address does not name go after `?`. */
export async function query<P extends QueryPath>(path: P, values: Values = {}): Promise<QueryAnswer<P>> {
  return (await fetchWithinLimits(addressOf(path, values), { method: "GET" })) as QueryAnswer<P>;
}

/** The address of a query, for a link or a picture. */
export function addressOf(path: string, values: Values = {}): string {
  const parameters = new URLSearchParams();
  let address = path;
  for (const [name, value] of Object.entries(values)) {
    if (address.includes(`{${name}}`)) address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (value !== null && value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size ? `${address}?${parameters}` : address;
}

/**
 * Send a command. If the connection fails it is sent again with the same id, so that it counts once. If it must be signed,
 * the page asks for the PIN and shows the lines of `shown`, or else everything that is sent.
 */
export async function send<P extends CommandPath>(path: P, values: Values, body: Body<P>, shown?: Shown): Promise<Answer<P>> {
  return (await sendSigned(addressOf(path, values), body as object, shown)) as Answer<P>;
}

/** Send a command whose address is built at run time, such as an act of a round. */
export async function sendTo(address: string, body: object = {}, shown?: Shown): Promise<unknown> {
  return await sendSigned(address, body, shown);
}

async function sendSigned(address: string, body: object, shown?: Shown): Promise<unknown> {
  const command = address.split("/").at(-1) ?? "";
  const sender = session.name;
  let mustSign = permissions.isSigned(command);
  let wrong: string | null = null;
  for (;;) {
    const own = mustSign ? await signer.keyIn(signatureOf(address, body, shown), wrong) : null;
    if (mustSign && !own) throw new Problem("not-signed", text.sign.notSigned);
    try {
      const answer = await sendWithRetry(address, body, own);
      if (own) signer.close();
      const table = tableOf(address);
      // If another person has logged in meanwhile, the answer is not for them.
      if (table && session.name === sender) connection.takeAnswer(table, answer as CommandAnswer);
      return answer;
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

/** Post a request that is no command: log-in, guest, log-out. */
export async function post<P extends CommandPath>(path: P, body: object): Promise<Answer<P>> {
  return (await fetchWithinLimits(path, { method: "POST", body: JSON.stringify(body) })) as Answer<P>;
}

const PAUSES_MS = [300, 1000, 3000];

async function sendWithRetry(address: string, body: object, own: OwnPin | null): Promise<unknown> {
  const command = `${session.name} ${address} ${JSON.stringify(body)}`;
  const before = unansweredCommands.find(command);
  const id = before ?? newId();
  const request = { method: "POST", body: JSON.stringify({ command_id: id, ...body, ...own }) };
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await fetchWithinLimits(address, request);
      unansweredCommands.drop(command);
      if (before && (answer as { repeat?: boolean }).repeat) notices.show(text.common.countedOnce);
      return answer;
    } catch (error) {
      const isLost = error instanceof Problem && error.code === "no-answer";
      if (isLost) unansweredCommands.keep(command, id);
      else unansweredCommands.drop(command);
      const pause = PAUSES_MS[tries];
      if (!isLost || pause === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** After "too many requests" the request is sent again when the server allows it, unless that is too far off. */
const WAITS = 3;
const LONGEST_WAIT_S = 10;

async function fetchWithinLimits(address: string, request: RequestInit): Promise<unknown> {
  for (let waits = 0; ; waits += 1) {
    const response = await fetchOnce(address, request);
    const seconds = Number(response.headers.get("retry-after") ?? "");
    if (response.status !== 429 || waits === WAITS || !(seconds > 0 && seconds <= LONGEST_WAIT_S)) return await readAnswer(response);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

async function fetchOnce(address: string, request: RequestInit): Promise<Response> {
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

async function readAnswer(response: Response): Promise<unknown> {
  let body: string;
  try {
    body = await response.text();
  } catch {
    throw new Problem("no-answer", "");
  }
  const answer = parseJson(body);
  if (response.ok) return answer;
  // A proxy answers for a house that does not: it may be on its way back.
  if (!answer && [502, 503, 504].includes(response.status)) throw new Problem("no-answer", "");
  throw await refusal(response, (answer ?? {}) as Record<string, string>);
}

async function refusal(response: Response, answer: Record<string, string>): Promise<Problem> {
  const { code = "broken", detail = response.statusText, rule = null } = answer;
  if (response.status === 401) session.ended();
  if (code !== "forged") return new Problem(code, detail, response.status, rule);
  // Another window of this browser has logged in another person. The command is not done in their name.
  await session.find();
  return new Problem(code, text.common.otherPerson, response.status, rule);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** A unique id: the time in milliseconds, so that ids sort by time, then 80 random bits. */
export function newId(): string {
  const chance = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, "0"));
  return Date.now().toString(16).padStart(12, "0") + chance.join("");
}
