// The dealing steps of each game, in the order of its procedure, and the step that is due.
import type { GameName, RoundView, TableView } from "../../api/types";
import type { Controller } from "./keypad/controller";

export interface Act {
  /** Its name in the answer that says what can be done. */
  name: string;
  path: string;
  body: object;
  /** What its button says: a name of `text.dealer.acts`. */
  label: string;
  seat: number | null;
}

export interface Procedure {
  steps: string[];
  /** Which step is due; after the last one the next round begins. */
  due: number;
  /** The dealer's next command; null while players decide. */
  act: Act | null;
}

const STEPS: Record<GameName, string[]> = {
  "three-card-poker": ["open", "bets", "packets", "decide", "reveal", "settle"],
  "fortune-san-lo": ["open", "bets-plain", "green", "eight-packets", "set", "player-way", "dealer-way", "settle"],
  "double-draw": ["open", "bets-plain", "five-cards", "stub", "draw-1", "draw-2", "settle"],
  "power-blackjack": ["open", "bets-plain", "two-cards", "insurance", "peek", "blackjacks", "hands", "hole", "draw", "settle"],
};

const BY_PHASE: Record<GameName, Record<string, string>> = {
  "three-card-poker": { betting: "bets", dealing: "packets", deciding: "decide", revealing: "reveal" },
  "fortune-san-lo": { betting: "bets-plain", starting: "green", dealing: "eight-packets" },
  "double-draw": { betting: "bets-plain", dealing: "five-cards", dispensing: "stub" },
  "power-blackjack": {
    betting: "bets-plain", dealing: "two-cards", insuring: "insurance", peeking: "peek", paying: "blackjacks",
    deciding: "hands", burning: "hands", revealing: "hole", drawing: "draw",
  },
};

const LIVE = ["take-chips", "take-key", "deal-by-hand", "win", "envy", "end"];

const SEATED = ["settle", "pay_blackjack", "player_house_way"];

export function procedureOf(view: TableView): Procedure {
  if (view.cards === "live") return byKeypad(view.controller as unknown as Controller | null);
  const waits = whyStopped(view) !== null;
  const steps = [...STEPS[view.game], ...(waits ? ["jackpots"] : [])];
  const name = waits ? "jackpots" : stepOf(view);
  return { steps, due: Math.max(0, steps.indexOf(name)), act: waits ? null : actOf(view.round) };
}

/** The win that stops the table; null if the dealer can continue. The other seats are settled during a camera check. */
export function whyStopped(view: TableView): "jackpot" | "camera" | null {
  if (view.jackpots.length) return "jackpot";
  return view.held_wins.length && view.round?.phase === "over" ? "camera" : null;
}

function stepOf(view: TableView): string {
  const { round, game } = view;
  if (!round || round.awaiting.kind === "nothing") return "open";
  if (round.phase === "settling") return "settle";
  if (game === "fortune-san-lo" && round.phase === "setting") return settingStep(round);
  if (game === "double-draw" && (round.phase === "deciding" || round.phase === "replacing")) return drawStep(round);
  return BY_PHASE[game][round.phase] ?? "settle";
}

function settingStep({ awaiting }: RoundView): string {
  if (awaiting.kind === "decision") return "set";
  return awaiting.operations.includes("dealer_house_way") ? "dealer-way" : "player-way";
}

/** A seat that decides has bet on the earlier draws; a seat whose cards are replaced has bet on this one too. */
function drawStep({ awaiting, phase, seats }: RoundView): string {
  const wagers = seats[String(awaiting.seat)]?.wagers ?? {};
  return (phase === "deciding" ? "draw-1" : "draw-2") in wagers ? "draw-2" : "draw-1";
}

function actOf(round: RoundView | null): Act | null {
  if (!round || round.awaiting.kind === "nothing") return plain("start-round", "start-round");
  const { kind, operations, seat } = round.awaiting;
  if (kind === "wagers") return plain("no-more-bets", "round/no-more-bets");
  if (kind === "cards") return { ...plain("deal-cards", "deal-cards"), seat };
  if (kind !== "dealer") return null;
  const operation = operations[0] ?? "";
  const name = operation.replaceAll("_", "-");
  if (operation === "press_green_button") return { ...plain("deal-cards", "deal-cards"), label: name };
  if (!SEATED.includes(operation)) return plain(name, `round/${name}`);
  return { name: `${name} ${seat}`, path: `round/${name}`, body: { seat }, label: name, seat };
}

function plain(name: string, path: string, body: object = {}): Act {
  return { name, path, body, label: name, seat: null };
}

// ---- live cards: the step that is due by the keypad

function byKeypad(pad: Controller | null): Procedure {
  if (!pad) return { steps: [], due: 0, act: null };
  const owed = Object.keys(pad.envy)[0];
  const due = (step: string, act: Act | null = null) => ({ steps: LIVE, due: LIVE.indexOf(step), act });
  const press = (key: string, body: object = {}) => plain(key, `keypad/${key}`, body);
  if (!pad.game_is_on) {
    const isLit = Object.values(pad.sensors).includes("lit");
    return isLit ? due("take-key", press(pad.taking_press)) : due("take-chips");
  }
  if (pad.hands.some((hand) => hand.lit)) return due("win");
  if (owed) return due("envy", { ...press("pay-envy", { seat: Number(owed) }), seat: Number(owed) });
  const step = Object.keys(pad.wins).length ? "end" : "deal-by-hand";
  return due(step, press(pad.ending_press));
}
