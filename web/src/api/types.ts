// Short names for the types that the server sends. They are generated: `make pages` writes schema.d.ts.
import type { components } from "./schema";

type Schemas = components["schemas"];

/** A card in the notation of the server: `As`, `Td`, `Jk` (joker), `??` (face down). */
export type CardName = string;
export type GameName = TableView["game"];

export type SettledWager = Schemas["SettledWager"];
export type CardRow = Schemas["CardRow"];
export type HandView = Schemas["HandView"];
export type Outcome = Schemas["Outcome"];
export type SeatRound = Schemas["SeatRound"];
export type RoundView = Schemas["RoundView"];
export type SeatedPlayer = Schemas["SeatedPlayer"];
export type Deadline = Schemas["Deadline"];
export type PendingJackpot = Schemas["PendingJackpot"];
export type Award = Schemas["Award"];
export type HeldWin = Schemas["HeldWin"];
export type TableView = Schemas["TableView"];
export type LastWin = Schemas["LastWin"];
export type MeterView = Schemas["MeterDisplay"];
export type RoomView = Schemas["RoomView"];

export type PushedEvent = Schemas["Happening"];
/** A message over the socket; `message` has its kind. */
export type SocketMessage =
  | Schemas["TablePush"]
  | Schemas["MeterPush"]
  | Schemas["RoomPush"]
  | Schemas["JobsPush"]
  | Schemas["Refused"]
  | Schemas["Ping"];
