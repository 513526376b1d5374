import type { Form } from "../../../parts/form/form.svelte";
import { writtenDay } from "../../../parts/local-time";
import { text } from "../../../text";
import { propose, WHY } from "../proposals/propose";

const t = text.manager.day;

/** The close of a gaming day. The number of slips in the books is not shown: they are counted. */
export function closeDayForm(day: string): Form {
  return {
    title: t.title(writtenDay(day)),
    about: [t.closeAbout],
    fields: [
      { name: "slips", label: t.slips, kind: "number", hint: t.slipsHint },
      { name: "by_book", label: t.byBook, kind: "line", hint: t.byBookHint, isOptional: true },
      WHY,
    ],
    confirm: t.confirm,
    submit: (answers) => {
      const by_book = (answers.by_book ?? "").split(/[,\s]+/).filter(Boolean);
      return propose("close-day", day, { day, slips: Number(answers.slips), by_book }, answers);
    },
    done: t.done,
  };
}
