// What is proposed about progressives.
import { Problem } from "../../../api/client";
import { cents, inField, type Answers, type Field, type Question } from "../../../parts/ask/asking.svelte";
import { dollarsAndCents } from "../../../parts/money";
import { text } from "../../../text";
import { asPercent, fractionOf, nameOf, valueOf } from "../settings";
import { propose, WHY } from "./proposing";

type Parameters = Record<string, unknown>;

const t = text.manager.proposal;

/** What a new progressive begins with, until somebody writes something else. */
const USUAL: Parameters = {
  format: 1, paytable: "TCPP-1", rate: "7/50", seed_cents: 100_000, denomination_cents: 100, maximum_cents: null, reserve_rate: "0",
  several_wins: "right-to-left", envy_reading: "aquarius", envy_needs_wager: false, folded_hands_play: false, jackpot_lock: false,
  supervisor_from_cents: 50_000, executive_above_cents: 500_000, surveillance_above_cents: 300_000,
};

const CHOICES: Record<string, Record<string, string>> = {
  several_wins: text.manager.several,
  envy_reading: { aquarius: "Aquarius", nexus: "Nexus" },
};

export function settingParameters(meter_id: string, now: Parameters): Question {
  return {
    title: t.parametersTitle(meter_id),
    about: [t.parametersAbout],
    fields: [...fieldsOf(now, true), WHY],
    confirm: t.propose,
    submit: (answers) => propose("set-parameters", meter_id, { meter_id, parameters: read(now, answers) }, answers),
    done: t.made,
  };
}

export function creatingMeter(): Question {
  return {
    title: text.manager.meter.create,
    fields: [{ name: "meter_id", label: t.meterId, kind: "line" }, ...fieldsOf(USUAL, false), WHY],
    confirm: t.propose,
    submit: (answers) => {
      const meter_id = answers.meter_id ?? "";
      return propose("create-meter", meter_id, { meter_id, parameters: read(USUAL, answers) }, answers);
    },
    done: t.made,
  };
}

export function adjusting(meter_id: string, shownCents: number): Question {
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
      const { amount, reason, note } = answers;
      return propose("adjust-meter", meter_id, { meter_id, millicents: cents(amount) * 1000, reason, note }, answers);
    },
    done: t.made,
  };
}

function fieldsOf(now: Parameters, saysNow: boolean): Field[] {
  return Object.entries(now)
    .filter(([name]) => name !== "format")
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
  return Object.fromEntries(Object.entries(now).map(([name, value]) => [name, name === "format" ? value : readOne(name, value, answers[name] ?? "")]));
}

function readOne(name: string, before: unknown, answer: string): unknown {
  if (typeof before === "boolean") return answer === "yes";
  if (name.endsWith("_cents")) return answer ? cents(answer) : null;
  if (!name.endsWith("rate")) return answer;
  const share = fractionOf(answer);
  if (share === null) throw new Problem("unreadable", `${nameOf(name)}: ${t.notAShare}`);
  return share;
}
