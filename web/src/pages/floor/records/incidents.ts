// The forms about incidents.
import { send, type QueryAnswer } from "../../../api/client";
import type { Form } from "../../../parts/form/form.svelte";
import { shortId } from "../../../parts/ids";
import { instantOf, roomTime } from "../../../parts/time";
import { text } from "../../../text";

export type Incident = QueryAnswer<"/api/incidents">["incidents"][number];

const t = text.floor.incident;

export function openForm(): Form {
  const incident_id = shortId("i");
  return {
    title: t.open,
    fields: [
      { name: "subject", label: t.subject, kind: "line", hint: t.subjectHint },
      { name: "words", label: t.words, kind: "words" },
      { name: "noticed", label: t.noticed, kind: "moment", value: roomTime(new Date()), hint: t.noticedHint },
      { name: "is_reportable", label: t.isReportable, kind: "yes-no", value: "" },
    ],
    confirm: t.open,
    submit: ({ subject = "", words = "", noticed = "", is_reportable }) =>
      send("/api/office/open-incident", {}, {
        incident_id, subject, words, is_reportable: is_reportable === "yes", noticed_at: instantOf(noticed),
      }),
    done: t.opened,
  };
}

export function noteForm({ incident_id }: Incident): Form {
  return {
    title: t.note,
    fields: [{ name: "words", label: t.noteWords, kind: "words" }],
    confirm: t.note,
    submit: ({ words = "" }) => send("/api/office/add-note", {}, { incident_id, words }),
    done: t.noted,
  };
}

export function reportForm({ incident_id }: Incident): Form {
  return {
    title: t.report,
    about: [t.reportAbout],
    fields: [{ name: "reference", label: t.reference, kind: "line" }],
    confirm: t.report,
    submit: ({ reference = "" }) => send("/api/office/report-to-commission", {}, { incident_id, reference }),
    done: t.reportDone,
  };
}

export function closeForm({ incident_id }: Incident): Form {
  return {
    title: t.close,
    fields: [{ name: "outcome", label: t.outcome, kind: "words" }],
    confirm: t.close,
    submit: ({ outcome = "" }) => send("/api/office/close-incident", {}, { incident_id, outcome }),
    done: t.closed,
  };
}
