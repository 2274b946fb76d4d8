import type { Finding } from "@/lib/fronts/doctor/check";
import { durationText } from "@/lib/fronts/doctor/format-text";
import { FINDING_STATES, type FindingState } from "@/lib/fronts/doctor/schema";
import { database } from "@/lib/kernel/db";

export type ProbeRow = {
  readonly subject: string;
  readonly state: FindingState;
  readonly summary: string;
  readonly remedy: string | null;
  readonly measured: string | null;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
  readonly since: Date;
  readonly checkedAt: Date;
};

export type NewProbe = Omit<ProbeRow, "since" | "checkedAt">;

/**
 * Stores each subject's current result, by the database's clock; `since` is unchanged while the
 * state is.
 */
export async function upsertProbes(probes: readonly NewProbe[]): Promise<void> {
  await database().$executeRaw`
    INSERT INTO probes (subject, state, summary, remedy, measured, detail, since, checked_at)
    SELECT subject, state, summary, remedy, measured, detail, now(), now()
    FROM jsonb_to_recordset(${JSON.stringify(probes, storable)}::jsonb)
      AS p(subject text, state text, summary text, remedy text, measured text, detail jsonb) ORDER BY subject
    ON CONFLICT (subject) DO UPDATE SET state = excluded.state, summary = excluded.summary, remedy = excluded.remedy,
      measured = excluded.measured, detail = excluded.detail, checked_at = excluded.checked_at,
      since = CASE WHEN probes.state = excluded.state THEN probes.since ELSE excluded.since END`;
}

/**
 * Nodes may return any text: one that the database cannot store must not prevent storing the
 * others' results.
 */
function storable(_key: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replaceAll("\0", "\ufffd").replace(/\p{Surrogate}/gu, "\ufffd");
}

export function upsertProbe(probe: NewProbe): Promise<void> {
  return upsertProbes([probe]);
}

/** Deletes outdated results, such as those of a node removed from the settings. */
export async function deleteProbesBefore(prefixes: readonly string[], before: Date): Promise<void> {
  const OR = prefixes.map((startsWith) => ({ subject: { startsWith } }));
  await database().probe.deleteMany({ where: { OR, checkedAt: { lt: before } } });
}

export async function selectProbes(prefix: string): Promise<ProbeRow[]> {
  const rows = await database().probe.findMany({
    where: { subject: { startsWith: prefix } },
    orderBy: { subject: "asc" },
  });
  return rows.map((row) => ({ ...row, state: toState(row.state), detail: (row.detail ?? {}) as ProbeRow["detail"] }));
}

function toState(text: string): FindingState {
  return FINDING_STATES.find((state) => state === text) ?? "warning";
}

/** Workers probe every 30 seconds: an older result says nothing about now. */
const PROBE_MS_MAX = 300_000;

/** Returns whether a worker has recorded the result recently. Pure. */
export function isProbeFresh({ checkedAt }: Pick<ProbeRow, "checkedAt">, now: Date): boolean {
  return now.getTime() - checkedAt.getTime() <= PROBE_MS_MAX;
}

/** Converts a worker's result to a finding; an outdated one is reported as unknown. Pure. */
export function toFinding(
  probe: ProbeRow,
  subject: { readonly id: string; readonly name: string },
  now: Date,
): Finding {
  const { state, summary, remedy, measured, since, checkedAt } = probe;
  const ageMs = now.getTime() - checkedAt.getTime();
  if (isProbeFresh(probe, now))
    return { ...subject, state, summary, remedy, measured, since: state === "ok" ? null : since };
  return {
    ...subject,
    state: "warning",
    summary: "Not checked recently.",
    remedy: "A worker checks every 30 seconds: make sure one is running. Removed settings are forgotten after an hour.",
    measured: `last checked ${durationText(ageMs)} ago`,
    since: checkedAt,
  };
}
