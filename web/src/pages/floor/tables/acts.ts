// The floor's acts at a table: the command, whether it can be done now, and its form.
import { send } from "../../../api/client";
import type { SeatedPlayer, TableView } from "../../../api/types";
import { cents, inField, type Answers, type Field, type Form } from "../../../parts/form/form.svelte";
import { dollars } from "../../../parts/money";
import { permissions } from "../../../state/permissions.svelte";
import { text } from "../../../text";
import type { FloorLine } from "../floor.svelte";

export interface Act {
  command: string;
  words: string;
  /** Why it cannot be done now. */
  reason: string | null;
  isDanger: boolean;
  form: () => Form;
}

type Money = "fill" | "credit" | "open-table" | "close-table" | "count-drop";

const t = text.floor;
const OPENER_CENTS = 2_000_000;
const FILL_CENTS = 500_000;

/** A person who can deal, for the list of choices. */
export interface Dealer {
  badge: string;
  name: string;
}

/** The acts that this role may do at a table, with the reason where one cannot be done now. */
export function actsAt(line: FloorLine, view: TableView | undefined, dealers: Dealer[] | null): Act[] {
  const isClosed = line.status === "closed";
  const closed = isClosed ? t.reasons.isClosed : null;
  const reasons: Record<string, string | null> = {
    "open-table": isClosed ? null : t.reasons.isOpen,
    "suspend-table": closed ?? (line.status === "suspended" ? t.reasons.isSuspended : null),
    "resume-table": line.status === "suspended" ? null : t.reasons.notSuspended,
    "hand-over": closed ?? (dealers ? null : t.reasons.looksUpStaff),
    fill: closed,
    credit: closed,
    "close-table": closed ?? (line.players ? t.reasons.playersSit : null),
    "count-drop": isClosed ? null : t.reasons.closeFirst,
    "count-open-table": closed,
    "report-malfunction": closed ?? (view?.malfunction ? t.reasons.stopped : null),
  };
  return Object.entries(reasons)
    .filter(([command]) => permissions.may(command))
    .map(([command, reason]) => ({
      command,
      words: t.act[command] ?? command,
      reason,
      isDanger: command === "suspend-table" || command === "close-table",
      form: () => formOf(command, line, view, dealers ?? []),
    }));
}

/** A player leaves the seat, or is asked to; the chips go to the cage in their name. */
export function freeSeatForm(table_id: string, seat: number, { player, chips_cents }: SeatedPlayer): Form {
  return {
    title: t.ask.free(seat, table_id),
    about: [t.ask.freeAbout(player, dollars(chips_cents))],
    fields: [],
    confirm: t.freeSeat,
    submit: () => send("/api/tables/{table_id}/leave-seat", { table_id }, { seat }),
    done: t.ask.freed(seat),
  };
}

function formOf(command: string, line: FloorLine, view: TableView | undefined, dealers: Dealer[]): Form {
  const id = line.table;
  const to = { table_id: id };
  switch (command) {
    case "open-table":
      return money(t.ask.open(id), t.ask.opener, OPENER_CENTS, t.ask.openerHint, t.ask.opened(id), "open-table", id);
    case "close-table":
      return money(t.ask.close(id), t.ask.closer, null, t.ask.closerHint(dollars(line.tray_cents)), t.ask.closed(id), "close-table", id);
    case "fill":
      return money(t.ask.fill(id), t.ask.amount, FILL_CENTS, t.ask.inTray(dollars(line.tray_cents)), t.ask.filled(id), "fill", id);
    case "credit":
      return money(t.ask.credit(id), t.ask.amount, null, t.ask.inTray(dollars(line.tray_cents)), t.ask.credited(id), "credit", id);
    case "count-drop":
      return money(t.ask.count(id), t.ask.counted, null, t.ask.countHint(dollars(line.drop_cents), line.slips_cents ? dollars(line.slips_cents) : null), t.ask.countedDone(id), "count-drop", id);
    case "count-open-table":
      return {
        title: t.ask.countOpen(id),
        about: [t.ask.countOpenAbout],
        fields: [
          { name: "tray", label: t.ask.tray, kind: "money", hint: t.ask.trayHint(dollars(line.tray_cents)) },
          { name: "drop", label: t.ask.drop, kind: "money", hint: t.ask.countHint(dollars(line.drop_cents), line.slips_cents ? dollars(line.slips_cents) : null) },
        ],
        confirm: t.act[command]!,
        submit: ({ tray, drop }) => send("/api/tables/{table_id}/count-open-table", to, { tray_cents: cents(tray), drop_cents: cents(drop) }),
        done: t.ask.countedOpen(id),
      };
    case "suspend-table":
      return {
        title: t.ask.suspend(id),
        about: [t.ask.suspendAbout],
        fields: [{ name: "reason", label: t.ask.reason, kind: "line" }],
        confirm: t.act[command]!,
        isDanger: true,
        submit: ({ reason = "" }) => send("/api/tables/{table_id}/suspend-table", to, { reason }),
        done: t.ask.suspended(id),
      };
    case "resume-table":
      return {
        title: t.ask.resume(id),
        about: view?.reason ? [t.ask.resumeAbout(view.reason)] : [],
        fields: [],
        confirm: t.act[command]!,
        submit: () => send("/api/tables/{table_id}/resume-table", to, {}),
        done: t.ask.resumed(id),
      };
    case "report-malfunction":
      return {
        title: t.ask.malfunction(id),
        fields: [{ name: "fault", label: t.ask.fault, kind: "line" }],
        confirm: t.act[command]!,
        isDanger: true,
        submit: ({ fault = "" }) => send("/api/tables/{table_id}/report-malfunction", to, { fault }),
        done: t.ask.malfunctionDone,
      };
    default:
      return {
        title: t.ask.handOver(id),
        fields: [whoDeals(line, dealers)],
        confirm: t.act["hand-over"]!,
        submit: (answers: Answers) => send("/api/tables/{table_id}/hand-over", to, { to: answers.to ?? "" }),
        done: t.ask.handedOver(id),
      };
  }
}

function whoDeals(line: FloorLine, dealers: Dealer[]): Field {
  const choices = dealers.map(({ badge, name }) => ({ value: badge, words: `${name}, ${t.badge(badge)}` }));
  if (line.cards === "electronic") choices.unshift({ value: "house", words: t.theHouse });
  choices.push({ value: "", words: t.nobody });
  return { name: "to", label: t.ask.to, kind: "choice", choices: choices.filter(({ value }) => value !== line.dealer) };
}

const AMOUNTS: Record<Money, string> = {
  "open-table": "opener_cents", "close-table": "closer_cents", fill: "cents", credit: "cents", "count-drop": "counted_cents",
};

function money(
  title: string, label: string, usual: number | null, hint: string, done: string, command: Money, table_id: string,
): Form {
  return {
    title,
    fields: [{ name: "amount", label, kind: "money", value: usual === null ? "" : inField(usual), hint }],
    confirm: t.act[command]!,
    isDanger: command === "close-table",
    submit: ({ amount }) =>
      send(`/api/tables/{table_id}/${command}`, { table_id }, { [AMOUNTS[command]]: cents(amount) } as never),
    done,
  };
}
