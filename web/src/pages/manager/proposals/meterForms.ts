// The forms for proposals about progressives.
import { query, Problem, type QueryAnswer } from "../../../api/client";
import { forms, cents, inField, type Answers, type Field, type Form } from "../../../parts/form/form.svelte";
import { dollarsAndCents } from "../../../parts/money";
import { text } from "../../../text";
import { asPercent, fractionOf, nameOf, valueOf } from "../settings";
import { propose, WHY } from "./propose";

type Parameters = Record<string, unknown>;

const t = text.manager.proposal;

type Template = QueryAnswer<"/api/progressives/templates">["templates"][number];

/** Settings that are chosen earlier, or never. */
const APART = new Set(["format", "paytable"]);

const CHOICES: Record<string, Record<string, string>> = { several_wins: text.manager.several };

export async function parametersForm(meter_id: string, now: Parameters): Promise<Form> {
  const { templates } = await query("/api/progressives/templates");
  const game = templates.find(({ paytable }) => paytable === now.paytable)?.game;
  const paytables = templates.filter((each) => each.game === game);
  return {
    title: t.parametersTitle(meter_id),
    about: [t.parametersAbout],
    fields: [{ ...paytableField(paytables, ({ words }) => words), value: String(now.paytable), hint: t.isNow(String(now.paytable)) }, ...fieldsOf(now, true), WHY],
    confirm: t.propose,
    submit: (answers) => propose("set-parameters", meter_id, { meter_id, parameters: { ...read(now, answers), paytable: answers.paytable } }, answers),
    done: t.made,
  };
}

/** The first form asks for the paytable, which gives a new progressive its defaults. */
export async function newMeterForm(): Promise<Form> {
  const { templates } = await query("/api/progressives/templates");
  return {
    title: text.manager.meter.create,
    fields: [{ name: "meter_id", label: t.meterId, kind: "line" }, paytableField(templates, ({ game, words }) => `${text.games.names[game] ?? game}: ${words}`)],
    confirm: t.next,
    submit: ({ meter_id = "", paytable }) => {
      const template = templates.find((each) => each.paytable === paytable)!;
      return Promise.resolve(forms.open(parametersOfNew(meter_id, template)));
    },
  };
}

function parametersOfNew(meter_id: string, { parameters, words, game }: Template): Form {
  return {
    title: t.parametersTitle(meter_id),
    about: [t.approvedValues(words, text.games.names[game] ?? game)],
    fields: [...fieldsOf(parameters, false), WHY],
    confirm: t.propose,
    submit: (answers) => propose("create-meter", meter_id, { meter_id, parameters: read(parameters, answers) }, answers),
    done: t.made,
  };
}

function paytableField(templates: Template[], words: (template: Template) => string): Field {
  const choices = templates.map((each) => ({ value: each.paytable, words: words(each) }));
  return { name: "paytable", label: nameOf("paytable"), kind: "choice", choices };
}

export function adjustmentForm(meter_id: string, shownCents: number): Form {
  const a = text.manager.adjustment;
  return {
    title: a.title(meter_id),
    about: [a.about(dollarsAndCents(shownCents))],
    fields: [
      { name: "amount", label: a.amount, kind: "money", hint: a.amountHint },
      { name: "reason", label: a.reason, kind: "choice", choices: Object.entries(a.reasons).map(([value, words]) => ({ value, words })) },
      { name: "note", label: a.note, kind: "line" },
      { ...WHY, label: a.why },
    ],
    confirm: t.propose,
    submit: (answers) => {
      const { amount, note } = answers;
      // Funds that are not displayed leave the reserve or the overflow.
      const [reason, pot] = (answers.reason ?? "").split("/");
      const content = { meter_id, millicents: cents(amount) * 1000, reason, note, ...(pot ? { pot } : {}) };
      return propose("adjust-meter", meter_id, content, answers);
    },
    done: t.made,
  };
}

function fieldsOf(now: Parameters, saysNow: boolean): Field[] {
  return Object.entries(now)
    .filter(([name]) => !APART.has(name))
    .map(([name, value]) => ({ ...fieldOf(name, value), hint: hintOf(name, value, saysNow) }));
}

function fieldOf(name: string, value: unknown): Field {
  const label = nameOf(name);
  if (typeof value === "boolean") return { name, label, kind: "yes-no", value: value ? "yes" : "" };
  if (CHOICES[name]) {
    const choices = Object.entries(CHOICES[name]).map(([value, words]) => ({ value, words }));
    return { name, label, kind: "choice", value: String(value), choices };
  }
  if (name.endsWith("_cents")) {
    return { name, label, kind: "money", value: value === null ? "" : inField(Number(value)), isOptional: name === "maximum_cents" };
  }
  return { name, label, kind: "line", value: name.endsWith("rate") ? asPercent(String(value)).split(" ")[0] : String(value) };
}

function hintOf(name: string, value: unknown, saysNow: boolean): string | undefined {
  const now = saysNow ? t.isNow(valueOf(name, value)) : "";
  return [now, name.endsWith("rate") ? t.percentHint : ""].filter(Boolean).join(". ") || undefined;
}

function read(now: Parameters, answers: Answers): Parameters {
  return Object.fromEntries(Object.entries(now).map(([name, value]) => [name, APART.has(name) ? value : readOne(name, value, answers[name] ?? "")]));
}

function readOne(name: string, before: unknown, answer: string): unknown {
  if (typeof before === "boolean") return answer === "yes";
  if (name.endsWith("_cents")) return answer ? cents(answer) : null;
  if (!name.endsWith("rate")) return answer;
  const share = fractionOf(answer);
  if (share === null) throw new Problem("unreadable", `${nameOf(name)}: ${t.notAShare}`);
  return share;
}
