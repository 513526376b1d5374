// Commands of a player for a seat: sit down, stand up, buy chips.
import { query, send } from "../../api/client";
import { notices } from "../../state/notices.svelte";
import { session } from "../../state/session.svelte";
import { text } from "../../text";
import type { PlayerTable } from "./player-table.svelte";

/** The buy-in of a new player, in minimum bets. */
const BETS_TO_BUY = 40;

/** Enter as a guest if no player is logged in, take a seat, and buy chips. */
export async function sitDown(table: PlayerTable, seat: number): Promise<void> {
  await notices.attempt(async () => {
    await enterIfNobody();
    const values = { table_id: table.id };
    await send("/api/tables/{table_id}/take-seat", values, { seat, player: session.name });
    const { cents } = await query("/api/wallet");
    const enough = Math.min(cents, BETS_TO_BUY * minBet(table));
    if (enough) await send("/api/tables/{table_id}/buy-in-from-wallet", values, { seat, cents: enough });
  });
}

export async function standUp(table: PlayerTable, seat: number): Promise<void> {
  await notices.attempt(() => send("/api/tables/{table_id}/leave-seat", { table_id: table.id }, { seat }));
}

export async function buyChips(table: PlayerTable, seat: number, cents: number): Promise<boolean> {
  return await notices.attempt(() =>
    send("/api/tables/{table_id}/buy-in-from-wallet", { table_id: table.id }, { seat, cents }),
  );
}

async function enterIfNobody(): Promise<void> {
  if (session.role === "nobody") await session.enterAsGuest(text.table.guest);
}

function minBet(table: PlayerTable): number {
  const base = table.felt?.wagers.filter((each) => each.is_base) ?? [];
  return Math.max(500, ...base.map((each) => each.minimum_cents ?? 0));
}
