// The plain forms of proposals: staff, players, and slips at the cage and in counts.
import { cents, type Field, type Form } from "../../../parts/form/form.svelte";
import { permissions } from "../../../state/permissions.svelte";
import { text } from "../../../text";
import { nameOf } from "../settings";
import { propose, WHY } from "./propose";

const t = text.manager.proposal;

const badge: Field = { name: "badge", label: t.person, kind: "line" };
const name: Field = { name: "name", label: nameOf("name"), kind: "line" };
const role: Field = { name: "role", label: nameOf("role"), kind: "choice", choices: [] };
const license: Field = { name: "license", label: nameOf("license"), kind: "line", hint: t.licenseHint, isOptional: true };
const sameLicense: Field = { ...license, hint: t.sameLicenseHint };
const player: Field = { name: "player", label: nameOf("player"), kind: "line" };
const born: Field = { name: "born", label: nameOf("born"), kind: "date" };
const amount: Field = { name: "cents", label: nameOf("cents"), kind: "money", hint: text.manager.adjustment.amountHint };
const sum: Field = { name: "cents", label: nameOf("cents"), kind: "money" };
const pastDay: Field = { name: "day", label: t.pastDay, kind: "date", isOptional: true, hint: t.pastDayHint };
const table: Field = { name: "table_id", label: nameOf("table_id"), kind: "line" };
const counted: Field = {
  name: "what",
  label: nameOf("what"),
  kind: "choice",
  choices: Object.entries(t.counted).map(([value, words]) => ({ value, words })),
};

const game: Field = { name: "round_number", label: t.gameNumber, kind: "number" };
const seat: Field = { name: "seat", label: text.floor.seat, kind: "number" };
const hand: Field = { name: "row", label: t.winningHand, kind: "line", hint: t.winningHandHint };
const evidence: Field = { name: "evidence", label: t.evidenceLabel, kind: "line", hint: t.evidenceHint };

/** The fields of each kind; the first is what it is about. */
const KINDS: Record<string, Field[]> = {
  "add-staff": [badge, name, role, license],
  "change-staff": [badge, name, role, sameLicense],
  "reset-pin": [badge],
  "reactivate-staff": [badge],
  "correct-player": [player, name, born],
  "correct-wallet": [player, amount, pastDay],
  "return-money": [player, sum],
  "confiscate-money": [player, sum],
  "correct-count": [table, counted, amount],
  "award-late": [table, game, seat, hand, evidence],
};

export function plainForm(kind: string): Form | null {
  const fields = KINDS[kind];
  if (!fields) return null;
  const roles = permissions.roles.map((value) => ({ value, words: value }));
  return {
    title: t.kinds[kind] ?? kind,
    fields: [...fields.map((field) => (field === role ? { ...field, choices: roles } : field)), WHY],
    confirm: t.propose,
    submit: (answers) => {
      const value = ({ name, kind }: Field) =>
        kind === "money" ? cents(answers[name]) : kind === "number" ? Number(answers[name]) : (answers[name] ?? "");
      const answered = fields.filter((field) => answers[field.name] || !field.isOptional);
      const content: Record<string, unknown> = Object.fromEntries(answered.map((field) => [field.name, value(field)]));
      if (fields.some(({ name }) => name === "license")) content.license ??= "";
      if (kind === "award-late") content.reason = answers.why ?? "";
      return propose(kind, answers[fields[0]!.name] ?? "", content, answers);
    },
    done: t.made,
  };
}
