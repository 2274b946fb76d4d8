import type { Finding } from "@/lib/fronts/doctor/check";
import { durationText } from "@/lib/fronts/doctor/in-words";
import type { ProbeRow } from "@/lib/fronts/doctor/probe-repo";

/** Workers try again every half a minute: what is older than this tells nothing about now. */
const PROBE_MS_MAX = 300_000;

/** What a worker wrote down, as a finding; one that is too old is not believed. Pure. */
export function toFinding(
  probe: ProbeRow,
  subject: { readonly id: string; readonly name: string },
  now: Date,
): Finding {
  const { state, says, mend, measured, since, checkedAt } = probe;
  const ageMs = now.getTime() - checkedAt.getTime();
  if (ageMs <= PROBE_MS_MAX) return { ...subject, state, says, mend, measured, since: state === "good" ? null : since };
  return {
    ...subject,
    state: "look",
    says: "Nobody has tried for a while, so it is not known.",
    mend: "A worker tries every half a minute: see that one runs. What was taken out of its settings is forgotten after an hour.",
    measured: `last tried ${durationText(ageMs)} ago`,
    since: checkedAt,
  };
}
