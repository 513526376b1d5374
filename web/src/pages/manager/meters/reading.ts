import { send } from "../../../api/client";
import { cents, type Question } from "../../../parts/ask/asking.svelte";
import { text } from "../../../text";

const t = text.manager.reading;

/** What a display shows, written down beside what the books say. The books are not shown: it must be read. */
export function reading(meter_id: string): Question {
  return {
    title: t.title(meter_id),
    about: [t.about],
    fields: [{ name: "shown", label: t.shown, kind: "money" }],
    confirm: t.record,
    submit: ({ shown }) => send("/api/office/record-reading", {}, { meter_id, shown_cents: cents(shown) }),
    done: t.done,
  };
}
