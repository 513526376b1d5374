// Card faces as static pictures, rendered once from the CC0 package; React is needed here only and never ships.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as faces from "../node_modules/@letele/playing-cards/dist/index.esm.js";

const folder = new URL("../public/cards/", import.meta.url);
const SUITS = { S: "s", H: "h", D: "d", C: "c" };
const RANKS = { a: "A", k: "K", q: "Q", j: "J", 10: "T", 9: "9", 8: "8", 7: "7", 6: "6", 5: "5", 4: "4", 3: "3", 2: "2" };

/** The package's names beside ours: `Sa` is `As`, a joker is `Jk`, the back is `back`. */
function names() {
  const found = { J1: "Jk", J2: "Jk2", B1: "back" };
  for (const [suit, ours] of Object.entries(SUITS))
    for (const [rank, letter] of Object.entries(RANKS)) found[`${suit}${rank}`] = `${letter}${ours}`;
  return found;
}

/** The back of the package is fine black lozenges, which small cards show as grey: ours are burgundy, and larger. */
function inHouseColours(svg) {
  return svg.replace("patternUnits", 'patternTransform="scale(3.6)" patternUnits').replace("<path d=", '<path fill="#7d1d2a" d=');
}

mkdirSync(folder, { recursive: true });
for (const [theirs, ours] of Object.entries(names())) {
  if (!faces[theirs]) throw new Error(`the package has no ${theirs}; it has ${Object.keys(faces).join(" ")}`);
  let svg = renderToStaticMarkup(createElement(faces[theirs]));
  if (!svg.includes("xmlns=")) svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  // The ace of spades has the address of its artist, which would be an advertisement on our cards.
  svg = svg.replace(/<text[^>]*font-family="Bariol"[^>]*>[^<]*<\/text>/g, "");
  if (ours === "back") svg = inHouseColours(svg);
  writeFileSync(new URL(`${ours}.svg`, folder), svg);
}
console.log(`${readdirSync(folder).length} card faces`);
