// Talking to the house: looks, commands under an id of their own, and refusals as they are told.
import { session } from "../state/session.svelte";
import type { paths } from "./schema";

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
  const text = JSON.stringify({ command_id: newId(), ...(body as object) });
  return (await insist(addressOf(path, values), text)) as Answer<P>;
}

/** Send a command whose address is put together, such as an act of a round. */
export async function sendTo(address: string, body: object = {}): Promise<unknown> {
  return await insist(address, JSON.stringify({ command_id: newId(), ...body }));
}

/** Post what is not a command: log-in, guest, log-out. */
export async function knock<P extends Sends>(path: P, body: object): Promise<Answer<P>> {
  return (await ask(path, { method: "POST", body: JSON.stringify(body) })) as Answer<P>;
}

const PAUSES_MS = [300, 1000, 3000];

async function insist(address: string, text: string): Promise<unknown> {
  for (const pause of PAUSES_MS) {
    try {
      return await ask(address, { method: "POST", body: text });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "no-answer") throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return await ask(address, { method: "POST", body: text });
}

async function ask(address: string, request: RequestInit): Promise<unknown> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (request.body) headers["content-type"] = "application/json";
  if (request.method === "POST" && session.csrf) headers["x-csrf-token"] = session.csrf;
  if (session.token) headers["authorization"] = `Bearer ${session.token}`;
  let response: Response;
  try {
    response = await fetch(address, { ...request, headers, credentials: "same-origin" });
  } catch {
    throw new Problem("no-answer", "");
  }
  const told: unknown = await response.json().catch(() => null);
  if (response.ok) return told;
  // A proxy answers for a house that does not: it may be on its way back.
  if (!told && [502, 503, 504].includes(response.status)) throw new Problem("no-answer", "");
  const { code = "broken", detail = response.statusText, rule = null } = (told ?? {}) as Record<string, string>;
  if (response.status === 401) session.ended();
  throw new Problem(code, detail, response.status, rule);
}

/** An id that nobody else makes; also where the page does not come over HTTPS. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
