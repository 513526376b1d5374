// Every word that people read on the pages comes from here. Another language is another folder beside `en`.
export { text } from "./en";
