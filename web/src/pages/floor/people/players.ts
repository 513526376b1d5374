// The forms about players.
import { send, type QueryAnswer } from "../../../api/client";
import { cents, type Form } from "../../../parts/form/form.svelte";
import { dollars } from "../../../parts/money";
import { permissions } from "../../../state/permissions.svelte";
import { text } from "../../../text";

export type Player = QueryAnswer<"/api/players">["players"][number];

const t = text.floor.people;

export interface PlayerAct {
  words: string;
  reason: string | null;
  form: () => Form;
}

/** The form that registers a new player, and what follows. */
export function registerForm(next?: (player: Player) => unknown, about?: string): Form {
  return {
    title: t.register,
    about: about ? [about] : undefined,
    fields: [
      { name: "player", label: t.id, kind: "line", hint: t.idHint },
      { name: "name", label: t.name, kind: "line" },
      { name: "born", label: t.born, kind: "date" },
    ],
    confirm: t.register,
    submit: async ({ player = "", name = "", born = "" }) => {
      await send("/api/office/register-player", {}, { player, name, born, is_guest: false });
      next?.({ player, name, born, kind: "player", excluded: null, cents: 0 });
    },
    done: t.registered,
  };
}

export function actsFor(player: Player): PlayerAct[] {
  const guest = player.kind === "guest" ? t.isGuest : null;
  const all: [string, string, string | null, () => Form][] = [
    ["deposit", t.deposit, guest, () => depositForm(player)],
    ["withdraw", t.withdraw, guest ?? (player.cents ? null : t.nothingThere), () => withdrawForm(player)],
    ["exclude-player", t.exclude, null, () => excludeForm(player)],
    ["lift-exclusion", t.lift, player.excluded ? null : t.notExcluded, () => liftForm(player)],
  ];
  return all.filter(([command]) => permissions.may(command)).map(([, words, reason, form]) => ({ words, reason, form }));
}

function depositForm({ player }: Player): Form {
  return {
    title: t.depositTitle(player),
    fields: [
      { name: "amount", label: text.floor.ask.amount, kind: "money" },
      { name: "how", label: t.how, kind: "choice", choices: Object.entries(t.hows).map(([value, words]) => ({ value, words })) },
    ],
    confirm: t.deposit,
    submit: ({ amount, how = "" }) => send("/api/office/deposit", {}, { player, cents: cents(amount), how }),
    done: t.deposited,
  };
}

function withdrawForm({ player, cents: atDesk }: Player): Form {
  return {
    title: t.withdrawTitle(player),
    fields: [{ name: "amount", label: text.floor.ask.amount, kind: "money", hint: t.atDeskNow(dollars(atDesk)) }],
    confirm: t.withdraw,
    submit: ({ amount }) => send("/api/office/withdraw", {}, { player, cents: cents(amount) }),
    done: t.withdrawn,
  };
}

function excludeForm({ player }: Player): Form {
  return {
    title: t.excludeTitle(player),
    fields: [
      { name: "until", label: t.until, kind: "date", isOptional: true, hint: t.untilHint },
      { name: "reason", label: text.floor.reason, kind: "words" },
    ],
    confirm: t.exclude,
    isDanger: true,
    submit: ({ until, reason = "" }) => send("/api/office/exclude-player", {}, { player, until: until || null, reason }),
    done: t.excludedDone,
  };
}

function liftForm({ player }: Player): Form {
  return {
    title: t.liftTitle(player),
    fields: [{ name: "reason", label: text.floor.reason, kind: "words" }],
    confirm: t.lift,
    submit: ({ reason = "" }) => send("/api/office/lift-exclusion", {}, { player, reason }),
    done: t.lifted,
  };
}
