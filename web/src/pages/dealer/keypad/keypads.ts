// Which keypad a controller has: the file of its name in this folder, or plain keys for all of its presses.
import type { Component } from "svelte";
import type { DealerTable } from "../dealer-table.svelte";
import type { Controller } from "./controller";
import PlainKeys from "./PlainKeys.svelte";

type Keys = Component<{ dealerTable: DealerTable; pad: Controller; onrefused: (reason: string) => void }>;

const FILES = import.meta.glob<{ default: Keys }>("./devices/*.svelte", { eager: true });
const KEYPADS = new Map(Object.entries(FILES).map(([path, file]) => [path.split("/").at(-1)!.replace(".svelte", "").toLowerCase(), file.default]));

export function keypadOf(controller: string): Keys {
  return KEYPADS.get(controller.replaceAll("-", "")) ?? PlainKeys;
}
