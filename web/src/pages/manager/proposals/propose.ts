// To propose: whatever it is, it goes with a reason, and another person decides.
import { send } from "../../../api/client";
import { shortId } from "../../../parts/ids";
import type { Answers, Field } from "../../../parts/form/form.svelte";
import { text } from "../../../text";

const t = text.manager.proposal;

export const WHY: Field = { name: "why", label: t.why, kind: "words" };

/** Sent again after a lost answer, it is the same proposal, not another. */
let underWay = { what: "", id: "" };

export async function propose(kind: string, subject: string, content: Record<string, unknown>, answers: Answers): Promise<void> {
  const proposal = { kind, subject, content, reason: answers.why ?? "" };
  const what = JSON.stringify(proposal);
  if (what !== underWay.what) underWay = { what, id: shortId("p") };
  await send("/api/office/propose", {}, { proposal_id: underWay.id, ...proposal });
  underWay = { what: "", id: "" };
}
