import type { TableView } from "../../../api/types";
import { text } from "../../../text";
import type { FloorLine } from "../floor.svelte";
import { staff } from "../staff.svelte";

const t = text.floor;

export function dealerInWords(dealer: string): string {
  if (!dealer || dealer === "house") return dealer ? t.theHouse : t.nobody;
  return staff.value?.staff.find(({ badge }) => badge === dealer)?.name ?? t.badge(dealer);
}

export function toneOf(status: string): "good" | "warn" | "plain" {
  return status === "open" ? "good" : status === "suspended" ? "warn" : "plain";
}

/** What needs attention at a table, most urgent first. */
export function alarmsOf(line: FloorLine, view: TableView | undefined, pending: number): string[] {
  const fault = view?.malfunction?.fault;
  return [
    pending ? t.pending(pending) : "",
    typeof fault === "string" ? t.malfunction(fault) : "",
    view?.controller?.link_is_lost ? t.linkLost : "",
    line.status === "suspended" && view?.reason ? t.suspendedFor(view.reason) : "",
  ].filter(Boolean);
}

/** What the table is waiting for, in words. */
export function nowAt(view: TableView | undefined): string {
  const lcd = view?.controller?.lcd;
  if (typeof lcd === "string") return lcd;
  const awaiting = view?.round?.awaiting;
  if (!awaiting) return t.waitsForBets;
  return awaiting.kind === "nothing" ? t.isOver : t.waitsFor(awaiting.words);
}
