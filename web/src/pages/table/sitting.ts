// Sitting down, standing up, and the chips one has.
import { look, send } from "../../api/client";
import { notices } from "../../state/notices.svelte";
import { session } from "../../state/session.svelte";
import { text } from "../../text";
import type { AtTable } from "./at-table.svelte";

/** How many of the least bets somebody who sits down buys in for. */
const BETS_TO_BUY = 40;

/** Come in as a guest if nobody is known here, take a seat, and buy chips. */
export async function sitDown(table: AtTable, seat: number): Promise<void> {
  await notices.attempt(async () => {
    await beSomebody();
    const values = { table_id: table.id };
    await send("/api/tables/{table_id}/take-seat", values, { seat, player: session.name });
    const { cents } = await look("/api/wallet");
    const enough = Math.min(cents, BETS_TO_BUY * leastBet(table));
    if (enough) await send("/api/tables/{table_id}/buy-in-from-wallet", values, { seat, cents: enough });
  });
}

export async function standUp(table: AtTable, seat: number): Promise<void> {
  await notices.attempt(() => send("/api/tables/{table_id}/leave-seat", { table_id: table.id }, { seat }));
}

export async function buyChips(table: AtTable, seat: number, cents: number): Promise<boolean> {
  return await notices.attempt(() =>
    send("/api/tables/{table_id}/buy-in-from-wallet", { table_id: table.id }, { seat, cents }),
  );
}

async function beSomebody(): Promise<void> {
  if (session.role === "nobody") await session.comeIn(text.table.guest);
}

function leastBet(table: AtTable): number {
  const base = table.felt?.wagers.filter((each) => each.is_base) ?? [];
  return Math.max(500, ...base.map((each) => each.minimum_cents ?? 0));
}
