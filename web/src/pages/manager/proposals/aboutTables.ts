// What is proposed about tables: their progressive, their keypad, their equipment and the rules of their game.
import { look, Problem } from "../../../api/client";
import { asker, type Answers, type Question } from "../../../parts/ask/asking.svelte";
import { text } from "../../../text";
import { nameOf } from "../settings";
import { propose, WHY } from "./proposing";

interface Settings {
  format: number;
  rules: Record<string, unknown>;
  cards: string;
  controller: string;
  meter_id: string | null;
  equipment: string[];
}

const t = text.manager.proposal;

export function choosingTable(tables: string[]): Question {
  return {
    title: t.kinds["configure-table"]!,
    fields: [{ name: "table", label: t.table, kind: "choice", choices: tables.map((value) => ({ value, words: value })) }],
    confirm: t.next,
    submit: async ({ table = "" }) => {
      const books = await look("/api/tables/{table_id}/books", { table_id: table });
      asker.ask(await settingTable("configure-table", table, books.settings as unknown as Settings));
    },
  };
}

export function choosingGame(): Question {
  const games = Object.entries(text.games.names).map(([value, words]) => ({ value, words }));
  return {
    title: t.newTable,
    fields: [
      { name: "table", label: t.tableId, kind: "line" },
      { name: "game", label: t.game, kind: "choice", choices: games },
    ],
    confirm: t.next,
    submit: async ({ table = "", game = "" }) => {
      const template = await look("/api/games/{game}/template", { game });
      asker.ask(await settingTable("create-table", table, template.settings as unknown as Settings));
    },
  };
}

async function settingTable(kind: string, table: string, now: Settings): Promise<Question> {
  const { meters } = await look("/api/meters");
  const words = (values: string[]) => values.map((value) => ({ value, words: value }));
  return {
    title: t.tableTitle(table),
    about: [t.tableAbout],
    fields: [
      {
        name: "meter_id", label: nameOf("meter_id"), kind: "choice", value: now.meter_id ?? "",
        choices: [{ value: "", words: t.noMeter }, ...words(meters.map(({ meter }) => meter))],
      },
      { name: "cards", label: nameOf("cards"), kind: "choice", value: now.cards, choices: words(["electronic", "physical"]) },
      { name: "controller", label: nameOf("controller"), kind: "choice", value: now.controller, choices: words(["aquarius", "nexus"]) },
      { name: "equipment", label: nameOf("equipment"), kind: "words", value: now.equipment.join("\n"), hint: t.equipmentHint, isOptional: true },
      { name: "rules", label: t.rules, kind: "words", value: JSON.stringify(now.rules, null, 1), hint: t.rulesHint },
      WHY,
    ],
    confirm: t.propose,
    submit: (answers) => propose(kind, table, { ...read(now, answers) }, answers),
    done: t.made,
  };
}

function read(now: Settings, { meter_id, cards = "", controller = "", equipment = "", rules = "" }: Answers): Settings {
  const lines = equipment.split("\n").map((line) => line.trim()).filter(Boolean);
  return { format: now.format, rules: readRules(rules), cards, controller, meter_id: meter_id || null, equipment: lines };
}

function readRules(rules: string): Record<string, unknown> {
  try {
    return JSON.parse(rules) as Record<string, unknown>;
  } catch {
    throw new Problem("unreadable", t.notJson);
  }
}
