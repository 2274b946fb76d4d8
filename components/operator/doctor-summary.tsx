"use client";

import { useQuery } from "@tanstack/react-query";
import { FINDING_LOOKS, STATE_RANK } from "@/components/operator/finding-looks";
import { Card } from "@/components/ui/card";
import { Loaded } from "@/components/ui/query-states";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { doctorQuery } from "@/lib/client/operator-doctor";
import { routes } from "@/lib/client/routes";
import type { DoctorView, FindingView } from "@/lib/doctor/schema";

/** So many fit above the fold of a phone; the doctor's page has them all. */
const SHOWN_MAX = 6;

/** The first thing that the operator sees: what is wrong, the worst first. */
export function DoctorSummary() {
  const query = useQuery(doctorQuery());
  return (
    <Card title="Doctor" action={<TextLink href={routes.operatorDoctor()}>Everything that was looked at</TextLink>}>
      <Loaded
        query={query}
        failure="The doctor could not be asked"
        skeleton={<Skeleton className="h-6 w-64 max-w-full" />}
      >
        {(report) => <Troubles report={report} />}
      </Loaded>
    </Card>
  );
}

function Troubles({ report: { findings } }: { report: DoctorView }) {
  const troubles = findings
    .filter(({ state }) => state !== "good")
    .toSorted((left, right) => STATE_RANK[left.state] - STATE_RANK[right.state]);
  if (troubles.length === 0) {
    const { icon: Icon, ink } = FINDING_LOOKS.good;
    return (
      <p role="status" className="flex items-center gap-2.5 text-ink-soft">
        <Icon aria-hidden className={`size-5 ${ink}`} />
        Nothing is wrong: {findings.length} checks are good.
      </p>
    );
  }
  const more = troubles.length - SHOWN_MAX;
  return (
    <>
      <ul aria-label="Findings" className="flex flex-col gap-2.5">
        {troubles.slice(0, SHOWN_MAX).map((finding) => (
          <Trouble key={finding.id} finding={finding} />
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-3 text-small text-ink-soft">
          {more} more on the <TextLink href={routes.operatorDoctor()}>doctor's page</TextLink>.
        </p>
      )}
    </>
  );
}

function Trouble({ finding: { name, state, says, mend } }: { finding: FindingView }) {
  const { icon: Icon, ink, word } = FINDING_LOOKS[state];
  return (
    <li className="flex gap-2.5">
      <Icon aria-label={word} role="img" className={`mt-0.5 size-4.5 shrink-0 ${ink}`} />
      <p className="min-w-0 break-words">
        <span className="font-medium">{name}</span>: {says}
        {mend && <span className="block text-small text-ink-soft">{mend}</span>}
      </p>
    </li>
  );
}
