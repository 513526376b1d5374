// Talking to the house: looks, commands under an id of their own, and refusals as they are told.
import { notices } from "../state/notices.svelte";
import { session } from "../state/session.svelte";
import { text } from "../text";
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

/** Send a command. If the line fails it is sent again under the same id, so that it counts once. */
export async function send<P extends Sends>(path: P, values: Values, body: Body<P>): Promise<Answer<P>> {
  return (await insist(addressOf(path, values), body as object)) as Answer<P>;
}

/** Send a command whose address is put together, such as an act of a round. */
export async function sendTo(address: string, body: object = {}): Promise<unknown> {
  return await insist(address, body);
}

/** Post what is not a command: log-in, guest, log-out. */
export async function knock<P extends Sends>(path: P, body: object): Promise<Answer<P>> {
  return (await ask(path, { method: "POST", body: JSON.stringify(body) })) as Answer<P>;
}

const PAUSES_MS = [300, 1000, 3000];

async function insist(address: string, body: object): Promise<unknown> {
  const command = `${session.name} ${address} ${JSON.stringify(body)}`;
  const before = unanswered.find(command);
  const id = before ?? newId();
  const request = { method: "POST", body: JSON.stringify({ command_id: id, ...body }) };
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

async function ask(address: string, request: RequestInit): Promise<unknown> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (request.body) headers["content-type"] = "application/json";
  if (request.method === "POST" && session.csrf) headers["x-csrf-token"] = session.csrf;
  if (session.token) headers["authorization"] = `Bearer ${session.token}`;
  let response: Response;
  let words: string;
  try {
    response = await fetch(address, { ...request, headers, credentials: "same-origin" });
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
