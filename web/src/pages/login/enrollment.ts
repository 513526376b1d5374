// A new person chooses a PIN next to the approver: the same form on the log-in page and after an approval.
import { post } from "../../api/client";
import type { Form } from "../../parts/form/form.svelte";
import { clock } from "../../parts/time";
import { text } from "../../text";

const t = text.login.enrollment;

export interface Code {
  badge: string;
  code: string;
  until: string;
}

/** With the code that this approver was just shown, or empty on the log-in page. */
export function enrollmentForm(shown?: Code, approver = ""): Form {
  const about = shown ? [t.code(shown.code), t.until(clock(shown.until)), t.about] : [t.about];
  return {
    title: shown ? t.titleOf(shown.badge) : t.title,
    about,
    fields: [
      { name: "badge", label: t.badge, kind: "line", value: shown?.badge, group: t.byApprover },
      { name: "code", label: t.codeField, kind: "line", value: shown?.code, hint: t.codeHint, group: t.byApprover },
      { name: "approver", label: t.approver, kind: "line", value: approver, group: t.byApprover },
      { name: "approver_pin", label: t.approverPin, kind: "pin", group: t.byApprover },
      { name: "approver_second", label: t.approverSecond, kind: "line", isOptional: true, group: t.byApprover },
      { name: "pin", label: t.pin, kind: "pin", hint: t.pinHint, group: t.byNewPerson },
      { name: "again", label: t.again, kind: "pin", sameAs: "pin", group: t.byNewPerson },
    ],
    confirm: t.confirm,
    submit: ({ again: _, ...keyed }) => post("/api/enroll", keyed),
    done: t.done,
  };
}
