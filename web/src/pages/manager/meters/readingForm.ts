import { send } from "../../../api/client";
import { cents, type Form } from "../../../parts/form/form.svelte";
import { text } from "../../../text";

const t = text.manager.reading;

/** A reading of a display, recorded next to the amount in the books. The books are not shown: the display must be read. */
export function readingForm(meter_id: string): Form {
  return {
    title: t.title(meter_id),
    about: [t.about],
    fields: [{ name: "shown", label: t.shown, kind: "money" }],
    confirm: t.record,
    submit: ({ shown }) => send("/api/office/record-reading", {}, { meter_id, shown_cents: cents(shown) }),
    done: t.done,
  };
}
