// The forms for proposals about tables: progressive, keypad, equipment and rules.
import { query } from "../../../api/client";
import { forms, type Answers, type Form } from "../../../parts/form/form.svelte";
import { text } from "../../../text";
import { nameOf } from "../settings";
import { fieldsOfRules, readRules, templateOf, type Rules, type Template } from "./rulesForm";
import { propose, WHY } from "./propose";

interface Settings {
  format: number;
  rules: Rules;
  cards: string;
  controller: string;
  meter_id: string | null;
  equipment: string[];
}

const t = text.manager.proposal;

export function tableChoiceForm(tables: string[]): Form {
  return {
    title: t.kinds["configure-table"]!,
    fields: [{ name: "table", label: t.table, kind: "choice", choices: tables.map((value) => ({ value, words: value })) }],
    confirm: t.next,
    submit: async ({ table = "" }) => {
      const books = await query("/api/tables/{table_id}/books", { table_id: table });
      forms.open(await settingsForm("configure-table", table, books.settings as unknown as Settings));
    },
  };
}

export function gameChoiceForm(): Form {
  const games = Object.entries(text.games.names).map(([value, words]) => ({ value, words }));
  return {
    title: t.newTable,
    fields: [
      { name: "table", label: t.tableId, kind: "line" },
      { name: "game", label: t.game, kind: "choice", choices: games },
    ],
    confirm: t.next,
    submit: async ({ table = "", game = "" }) => {
      const { settings } = await templateOf(game);
      forms.open(await settingsForm("create-table", table, settings as unknown as Settings));
    },
  };
}

async function settingsForm(kind: string, table: string, now: Settings): Promise<Form> {
  const [{ meters }, template] = await Promise.all([query("/api/meters"), templateOf(String(now.rules.game))]);
  const words = (values: string[]) => values.map((value) => ({ value, words: value }));
  return {
    title: t.tableTitle(table),
    about: [t.tableAbout],
    fields: [
      {
        name: "meter_id", label: nameOf("meter_id"), kind: "choice", value: now.meter_id ?? "", group: t.groups.table,
        choices: [{ value: "", words: t.noMeter }, ...words(meters.map(({ meter }) => meter))],
      },
      { name: "cards", label: nameOf("cards"), kind: "choice", value: now.cards, choices: words(["electronic", "live"]), group: t.groups.table },
      { name: "controller", label: nameOf("controller"), kind: "choice", value: now.controller, choices: words(template.controllers), group: t.groups.table },
      {
        name: "equipment", label: nameOf("equipment"), kind: "words", value: now.equipment.join("\n"), hint: t.equipmentHint, isOptional: true,
        group: t.groups.table,
      },
      ...fieldsOfRules(template, now.rules),
      WHY,
    ],
    confirm: t.propose,
    submit: (answers) => propose(kind, table, { ...read(template, now, answers) }, answers),
    done: t.made,
  };
}

function read(template: Template, now: Settings, answers: Answers): Settings {
  const { meter_id, cards = "", controller = "", equipment = "" } = answers;
  const lines = equipment.split("\n").map((line) => line.trim()).filter(Boolean);
  return { format: now.format, rules: readRules(template, now.rules, answers), cards, controller, meter_id: meter_id || null, equipment: lines };
}
