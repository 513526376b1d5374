// The rules of a table as a form. The server says which settings there are, their values, and whether they fit together.
import { query, type QueryAnswer } from "../../../api/client";
import { cents, inField, type Answers, type Field } from "../../../parts/form/form.svelte";
import { text } from "../../../text";
import { isRuleList, nameOf, wagerName } from "../settings";

export type Template = QueryAnswer<"/api/games/{game}/template">;
export type Rules = Record<string, unknown>;
type Setting = Template["form"][number];
type Limit = Template["limits"][string];

const t = text.manager.proposal;
/** A house way that the room has defined itself, left as it is. */
const KEPT = "kept";
const PARTS = ["minimum_cents", "maximum_cents", "unit_cents"] as const;

export function templateOf(game: string): Promise<Template> {
  return query("/api/games/{game}/template", { game });
}

/** Every rule of the game with what it is set to now, and the limits of every betting spot. */
export function fieldsOfRules(template: Template, now: Rules): Field[] {
  const rules = template.form.map((setting) => ({ ...fieldOf(setting, now[setting.name]), group: t.groups.rules }));
  const limits = Object.keys(template.limits).flatMap((wager) => fieldsOfLimit(wager, limitOf(template, now, wager)));
  return [...rules, ...limits];
}

export function readRules(template: Template, now: Rules, answers: Answers): Rules {
  const rules = template.form.map((setting) => [setting.name, readOne(setting, now[setting.name], answers[setting.name] ?? "")]);
  return { ...now, ...Object.fromEntries(rules), limits: readLimits(template, now, answers) };
}

function fieldOf({ name, kind, choices, is_optional }: Setting, now: unknown): Field {
  const label = nameOf(`rules.${name}`);
  if (kind === "yes-no") return { name, label, kind, value: now ? "yes" : "" };
  if (kind === "odds") return { name, label, kind: "line", value: String(now), hint: t.oddsHint };
  if (kind === "order") {
    const values = (now as unknown[]).map(String);
    return { name, label, kind, value: values.join(" "), choices: values.map((value) => ({ value, words: name === "positions" ? t.seat(value) : wagerName(value) })) };
  }
  if (kind === "number") return { name, label, kind, value: String(now) };
  const none = is_optional ? [{ value: "", words: t.notOffered }] : [];
  if (!isRuleList(now)) return { name, label, kind, value: String(now ?? ""), choices: [...none, ...choices] };
  const others = choices.filter(({ words }) => words !== now.name);
  return { name, label, kind, value: KEPT, choices: [{ value: KEPT, words: now.name }, ...others] };
}

function readOne({ kind }: Setting, now: unknown, answer: string): unknown {
  if (kind === "yes-no") return answer === "yes";
  if (kind === "number") return Number(answer);
  if (kind === "order") return answer.split(" ").map((each) => (typeof (now as unknown[])[0] === "number" ? Number(each) : each));
  if (kind === "choice") return answer === KEPT ? now : answer || null;
  return answer;
}

function limitOf(template: Template, now: Rules, wager: string): Limit {
  return (now.limits as Record<string, Limit>)[wager] ?? template.limits[wager]!;
}

function fieldsOfLimit(wager: string, limit: Limit): Field[] {
  return PARTS.map((part) => ({
    name: `${wager}.${part}`, label: text.manager.limit[part]!, kind: "money", value: inField(limit[part]), group: t.groups.limits(wagerName(wager)),
  }));
}

/** Only limits that differ from the default or were set before: the others continue to follow the house. */
function readLimits(template: Template, now: Rules, answers: Answers): Record<string, Limit> {
  const before = now.limits as Record<string, Limit>;
  const found: Record<string, Limit> = {};
  for (const [wager, usual] of Object.entries(template.limits)) {
    const [minimum_cents, maximum_cents, unit_cents] = PARTS.map((part) => cents(answers[`${wager}.${part}`])) as [number, number, number];
    const limit = { minimum_cents, maximum_cents, unit_cents };
    if (before[wager] || PARTS.some((part) => limit[part] !== usual[part])) found[wager] = limit;
  }
  return found;
}
