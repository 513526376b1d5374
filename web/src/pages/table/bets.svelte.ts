// The bets of a player: placed by tapping spots, sent but not answered, and those of the last round.
import type { TableView } from "../../api/types";
import { CHIPS_CENTS, dollars } from "../../parts/money";
import { text } from "../../text";
import type { Felt } from "./games/types";
import type { PlayerTable } from "./player-table.svelte";

type Limits = Felt["wagers"][number];
type Stakes = Record<string, number>;

const t = text.table;

export class Bets {
  chip = $state(500);
  /** Bets that were sent and are not answered: `3 ante` to cents. */
  private pending = $state<Stakes>({});
  private readonly sending = new Set<string>();
  /** The bets of the last round that was dealt, by seat. */
  private lastStakes = $state.raw<Record<number, Stakes>>({});

  constructor(
    private readonly table: PlayerTable,
    /** Wagers that are always equal. */
    private readonly equal: string[] = [],
  ) {}

  /** The chips with which something can be bet here. */
  get chips(): number[] {
    const most = Math.max(0, ...this.spots.map((each) => each.maximum_cents ?? 0));
    return CHIPS_CENTS.filter((chip) => chip <= most);
  }

  /** Wagers that are made before the cards come. */
  get spots(): Limits[] {
    return this.table.felt?.wagers.filter((each) => !each.is_later) ?? [];
  }

  amount(seat: number, wager: string): number {
    return this.pending[`${seat} ${wager}`] ?? this.table.inRound(seat)?.wagers[wager] ?? 0;
  }

  /** Why a chip cannot be added to a spot; nothing where it can. */
  reasonAgainst(seat: number, wager: string): string | null {
    const round = this.table.round;
    if (!this.table.isBetting || !this.table.inRound(seat)) {
      return round && this.table.view?.status === "open" ? t.waitsFor(round.awaiting.words) : t.noBetsNow;
    }
    const together = this.together(wager);
    let cost = 0;
    for (const each of together) {
      const limits = this.spots.find((spot) => spot.wager === each);
      if (!limits) return t.noBetsNow;
      const next = this.next(seat, limits);
      const against = overLimits(limits, next);
      if (against) return against;
      cost += next - this.amount(seat, each);
    }
    return cost > this.chipsLeft(seat) ? t.notEnoughChips : null;
  }

  add(seat: number, wager: string): void {
    for (const each of this.together(wager)) {
      const limits = this.spots.find((spot) => spot.wager === each);
      if (limits) this.put(seat, each, this.next(seat, limits));
    }
  }

  remove(seat: number, wager: string): void {
    for (const each of this.together(wager)) this.put(seat, each, 0);
  }

  /** The own bets that can be taken back, by seat and wager. */
  get removable(): [number, string][] {
    if (!this.table.isBetting) return [];
    return this.table.mine.flatMap((seat) =>
      this.spots.filter(({ wager }) => this.amount(seat, wager) > this.lit(seat, wager)).map(({ wager }): [number, string] => [seat, wager]),
    );
  }

  clear(): void {
    for (const [seat, wager] of this.removable) this.put(seat, wager, 0);
  }

  /** Whether a rebet would change anything. */
  get canRepeat(): boolean {
    return this.table.isBetting && this.rebetStakes().length > 0;
  }

  repeat(): void {
    for (const [seat, wager, cents] of this.rebetStakes()) this.put(seat, wager, cents);
  }

  /** Take a new view: remember the bets when betting closes. */
  remember(view: TableView): void {
    if (!view.round || view.round.phase === "betting") return;
    const own = this.table.mine.map((seat): [number, Stakes] => [seat, this.stakesBeforeDeal(seat)]).filter(([, stakes]) => Object.keys(stakes).length);
    if (own.length) this.lastStakes = Object.fromEntries(own);
  }

  private rebetStakes(): [number, string, number][] {
    return this.table.mine.flatMap((seat) =>
      Object.entries(this.lastStakes[seat] ?? {})
        .filter(([wager, cents]) => this.amount(seat, wager) !== cents)
        .map(([wager, cents]): [number, string, number] => [seat, wager, cents]),
    );
  }

  private stakesBeforeDeal(seat: number): Stakes {
    const wagers = this.table.inRound(seat)?.wagers ?? {};
    return Object.fromEntries(Object.entries(wagers).filter(([wager]) => this.spots.some((spot) => spot.wager === wager)));
  }

  private together(wager: string): string[] {
    return this.equal.includes(wager) ? this.equal : [wager];
  }

  private lit(seat: number, wager: string): number {
    return wager === "progressive" ? (this.table.view?.seats[String(seat)]?.lit_cents ?? 0) : 0;
  }

  /** The bet after one more chip; where only one amount is taken, that amount. */
  private next(seat: number, { wager, minimum_cents, maximum_cents }: Limits): number {
    if (minimum_cents !== null && minimum_cents === maximum_cents) return minimum_cents + (this.amount(seat, wager) ? this.chip : 0);
    return this.amount(seat, wager) + this.chip;
  }

  /** The chips of a seat, less the bets that are sent and not answered. */
  private chipsLeft(seat: number): number {
    const onTheWay = Object.entries(this.pending)
      .filter(([key]) => key.startsWith(`${seat} `))
      .reduce((sum, [key, cents]) => sum + cents - (this.table.inRound(seat)?.wagers[key.split(" ")[1] ?? ""] ?? 0), 0);
    return (this.table.view?.seats[String(seat)]?.chips_cents ?? 0) - onTheWay;
  }

  /** Taps may be faster than answers: the newest amount is sent when the one before it is answered. */
  private put(seat: number, wager: string, cents: number): void {
    const key = `${seat} ${wager}`;
    this.pending = { ...this.pending, [key]: cents };
    if (!this.sending.has(key)) void this.send(seat, wager, key);
  }

  private async send(seat: number, wager: string, key: string): Promise<void> {
    this.sending.add(key);
    for (let sent: number | undefined; this.pending[key] !== undefined && this.pending[key] !== sent; ) {
      sent = this.pending[key];
      const isDone = await (sent ? this.table.act("place-wager", seat, { wager, cents: sent }) : this.table.act("take-back", seat, { wager }));
      if (!isDone) break;
    }
    this.sending.delete(key);
    const { [key]: _, ...others } = this.pending;
    this.pending = others;
  }
}

function overLimits({ label, minimum_cents, maximum_cents, unit_cents }: Limits, cents: number): string | null {
  if (maximum_cents !== null && cents > maximum_cents) return t.atMost(label, dollars(maximum_cents));
  if (minimum_cents !== null && cents < minimum_cents) return t.atLeast(label, dollars(minimum_cents));
  if (unit_cents && cents % unit_cents) return t.inUnits(label, dollars(unit_cents));
  return null;
}
