// All text of the pages. Another language is another folder next to `en`.
export { text } from "./en";
