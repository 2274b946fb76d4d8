import { alarmLink, findingLink, type PageLink } from "@/lib/fronts/admin/issue-link";
import type { AlarmRowView } from "@/lib/fronts/admin/overview-schema";
import type { FindingView } from "@/lib/fronts/doctor/schema";
import { alarmOf, SEVERITIES, type Severity } from "@/lib/kernel/alarms/alarms";

/** One alarm of a kind. */
export type IssueAlarm = {
  readonly id: string;
  readonly isDismissible: boolean;
  readonly summary: string;
  readonly since: string;
  /** Where this alarm is resolved. */
  readonly place: PageLink | null;
};

/** A problem: alarms of one kind, or a finding of the doctor. */
export type Issue = {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** The problem; null where each alarm states its own. */
  readonly summary: string | null;
  readonly remedy: string | null;
  /** When the first alarm was raised; null: unknown. */
  readonly since: string | null;
  readonly place: PageLink | null;
  /** Newest first; empty for findings of the doctor. */
  readonly alarms: readonly IssueAlarm[];
};

/**
 * Returns the installation's issues, most severe first, then newest first. Alarms of one kind form
 * one issue; findings that repeat an alarm or another finding are left out. Pure, safe for the
 * browser.
 */
export function issuesOf(alarms: readonly AlarmRowView[], findings: readonly FindingView[]): Issue[] {
  const kinds = [...new Set(alarms.map(({ kind }) => kind))];
  const bad = findings.filter(({ state }) => state !== "ok");
  const shown = bad.filter((finding) => !isShownElsewhere(finding, alarms, bad));
  return [
    ...kinds.map((kind) =>
      fromAlarms(
        kind,
        alarms.filter((alarm) => alarm.kind === kind),
      ),
    ),
    ...shown.flatMap(fromFinding),
  ].toSorted((left, right) => rankOf(left) - rankOf(right) || (right.since ?? "").localeCompare(left.since ?? ""));
}

const rankOf = ({ severity }: Issue) => SEVERITIES.indexOf(severity);

function fromAlarms(kind: string, alarms: readonly AlarmRowView[]): Issue {
  const { title, severity, remedy, isDismissible = false } = alarmOf(kind);
  const since = alarms.reduce<string | null>((first, { raisedAt }) => {
    return first === null || raisedAt < first ? raisedAt : first;
  }, null);
  return {
    id: `alarm:${kind}`,
    severity,
    title,
    summary: null,
    remedy,
    since,
    place: alarmLink(kind, null),
    alarms: alarms.map(({ id, subject, message, raisedAt }) => {
      return { id, isDismissible, summary: message, since: raisedAt, place: alarmLink(kind, subject) };
    }),
  };
}

function fromFinding({ id, name, state, summary, remedy, since }: FindingView): Issue[] {
  if (state === "ok") return [];
  return [{ id, severity: state, title: name, summary, remedy, since, place: findingLink(id), alarms: [] }];
}

/**
 * Alarms that already report what a finding with this first part reports: about the same network,
 * or whatever their subject.
 */
const SAME: Readonly<Record<string, readonly string[]>> = {
  network: ["network-misconfigured", "network-stopped", "deep-reorganisation"],
  gas: ["gas-low"],
  stop: ["sends-stopped"],
  reversals: ["reversal-pending"],
  audit: ["books-differ", "audit-incomplete"],
};

function isShownElsewhere({ id }: FindingView, alarms: readonly AlarmRowView[], bad: readonly FindingView[]): boolean {
  const [word = "", about] = id.split(":");
  // These alarms are listed themselves.
  if (word === "alarm") return true;
  // The network's issue already covers its node; the doctor's page names the node.
  if (word === "node" && bad.some((other) => other.id === `network:${about}`)) return true;
  return alarms.some(
    ({ kind, subject }) => SAME[word]?.includes(kind) === true && (about === undefined || subject === about),
  );
}
