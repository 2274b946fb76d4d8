"use client";

import { RefreshCw } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { FindingItem } from "@/components/operator/doctor/finding-item";
import { STATE_BADGES } from "@/components/operator/doctor/state-badges";
import { useDoctor } from "@/components/operator/doctor/use-doctor";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { Moment } from "@/components/ui/moment";
import { NoMatches } from "@/components/ui/no-matches";
import { Loaded } from "@/components/ui/query-states";
import {
  type DoctorView,
  FINDING_GROUPS,
  FINDING_STATES,
  type FindingView,
  GROUP_NAMES,
} from "@/lib/fronts/doctor/schema";

/** All checks of the doctor, by group, worst first. */
export function DoctorBoard() {
  const query = useDoctor();
  const [state, setState] = useQueryState("state", parseAsStringLiteral(FINDING_STATES));
  return (
    <Loaded query={query} failure="Checks could not be loaded">
      {(report) => {
        const shown = report.findings.filter((finding) => state === null || finding.state === state);
        return (
          <div className="flex flex-col gap-5">
            <Diagnosis report={report} isAsking={query.isFetching} onAsk={() => void query.refetch()} />
            <FilterTabs
              label="Status"
              value={state ?? "all"}
              choices={choicesOf(report)}
              onChange={(value) => void setState(value === "all" ? null : value)}
            />
            {shown.length === 0 && (
              <Card>
                <NoMatches title="No checks with this status" onClear={() => void setState(null)}>
                  Clear the filter to see all checks.
                </NoMatches>
              </Card>
            )}
            {FINDING_GROUPS.map((group) => (
              <FindingGroupCard
                key={group}
                title={GROUP_NAMES[group]}
                findings={shown.filter((finding) => finding.group === group)}
              />
            ))}
          </div>
        );
      }}
    </Loaded>
  );
}

const countOf = ({ findings }: DoctorView, state: FindingView["state"]) =>
  findings.filter((finding) => finding.state === state).length;

function choicesOf(report: DoctorView) {
  return [
    { value: "all" as const, label: `All ${report.findings.length}` },
    ...FINDING_STATES.toReversed().map((state) => ({
      value: state,
      label: `${STATE_BADGES[state].label} ${countOf(report, state)}`,
    })),
  ];
}

const SENTENCES = {
  ok: "All checks passed.",
  warning: "There are warnings.",
  error: "There are errors.",
  critical: "Money is at risk, or the books are in doubt.",
} as const;

type DiagnosisProps = { readonly report: DoctorView; readonly isAsking: boolean; readonly onAsk: () => void };

/** The result in one sentence. */
function Diagnosis({ report, isAsking, onAsk }: DiagnosisProps) {
  const { icon: Icon, ink } = STATE_BADGES[report.state];
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="flex items-center gap-3 text-title font-semibold">
          <Icon aria-hidden className={`size-6 shrink-0 ${ink}`} />
          {SENTENCES[report.state]}
        </p>
        <span className="flex items-center gap-3 text-label text-ink-quiet">
          <span>
            Checked <Moment at={report.checkedAt} style="relative" /> in {report.tookMs} ms
          </span>
          <Button size="small" onClick={onAsk} isBusy={isAsking}>
            <RefreshCw aria-hidden className="size-4" />
            Run again
          </Button>
        </span>
      </div>
    </Card>
  );
}

function FindingGroupCard({ title, findings }: { title: string; findings: readonly FindingView[] }) {
  if (findings.length === 0) return null;
  const sorted = findings.toSorted(
    (left, right) => FINDING_STATES.indexOf(right.state) - FINDING_STATES.indexOf(left.state),
  );
  return (
    <Card title={title} isPadded={false}>
      <ul aria-label={title} className="divide-y divide-line">
        {sorted.map((finding) => (
          <FindingItem key={finding.id} finding={finding} />
        ))}
      </ul>
    </Card>
  );
}
