import { ask } from "./ask";
import { blackjack } from "./blackjack";
import { common } from "./common";
import { dealer } from "./dealer";
import { display } from "./display";
import { door } from "./door";
import { fairness } from "./fairness";
import { floor } from "./floor";
import { games } from "./games";
import { lab } from "./lab";
import { lobby } from "./lobby";
import { manager } from "./manager";
import { prize } from "./prize";
import { rules } from "./rules";
import { sanlo } from "./sanlo";
import { table } from "./table";
import { winner } from "./winner";

export const text = { ask, blackjack, common, dealer, display, door, fairness, floor, games, lab, lobby, manager, prize, rules, sanlo, table, winner };
