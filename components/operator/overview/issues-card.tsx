"use client";

import { CircleCheck } from "lucide-react";
import { useDoctor } from "@/components/operator/doctor/use-doctor";
import { IssueItem } from "@/components/operator/overview/issue-item";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { type Issue, issuesOf } from "@/lib/fronts/admin/issues";
import type { AlarmRowView } from "@/lib/fronts/admin/overview-schema";
import { routes } from "@/lib/fronts/paths/routes";
import { SEVERITIES, type Severity } from "@/lib/kernel/alarms/alarms";

const SEVERITY_TITLES: Readonly<Record<Severity, string>> = {
  critical: "Money is at risk, or the books are in doubt",
  error: "Errors",
  warning: "Warnings",
};

/** The first thing the operator sees: all issues, most severe first, and where to fix each. */
export function IssuesCard({ alarms }: { alarms: readonly AlarmRowView[] }) {
  const doctor = useDoctor();
  const issues = issuesOf(alarms, doctor.data?.findings ?? []);
  const isKnown = doctor.data !== undefined;
  return (
    <Card
      title={titleOf(issues.length, isKnown)}
      action={<TextLink href={routes.operatorDoctor()}>All checks</TextLink>}
    >
      <div className="flex flex-col gap-5">
        {doctor.error !== null && (
          <Notice tone="waiting" title="Checks could not be loaded">
            {doctor.error.message} Open alarms{isKnown && " and the last check results"} are listed below.
          </Notice>
        )}
        {isKnown && issues.length === 0 && (
          <p role="status" className="flex items-center gap-2.5 text-ink-soft">
            <CircleCheck aria-hidden className="size-5 text-good" />
            No known issues: {doctor.data.findings.length} checks passed and no open alarms.
          </p>
        )}
        {SEVERITIES.map((severity) => (
          <IssuesOfSeverity
            key={severity}
            severity={severity}
            issues={issues.filter((issue) => issue.severity === severity)}
          />
        ))}
        {!isKnown && doctor.error === null && <Skeleton className="h-6 w-64 max-w-full" />}
      </div>
    </Card>
  );
}

/** Until the checks have answered, nobody knows that there are none. */
function titleOf(count: number, isKnown: boolean): string {
  if (count === 0) return isKnown ? "No issues" : "Issues";
  return count === 1 ? "1 issue" : `${count} issues`;
}

function IssuesOfSeverity({ severity, issues }: { severity: Severity; issues: readonly Issue[] }) {
  if (issues.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-label font-medium text-ink-quiet">{SEVERITY_TITLES[severity]}</h3>
      <ul aria-label={SEVERITY_TITLES[severity]} className="flex flex-col gap-2">
        {issues.map((issue) => (
          <IssueItem key={issue.id} issue={issue} />
        ))}
      </ul>
    </section>
  );
}
