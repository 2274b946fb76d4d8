"use client";

import { CircleCheck } from "lucide-react";
import { useDoctor } from "@/components/operator/doctor/use-doctor";
import { TroubleItem } from "@/components/operator/overview/trouble-item";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import type { AlarmRowView } from "@/lib/fronts/admin/overview-schema";
import { type Trouble, troublesOf } from "@/lib/fronts/admin/troubles";
import { routes } from "@/lib/fronts/paths/routes";
import { HARMS, type Harm } from "@/lib/kernel/alarms/alarm-words";

const HARM_TITLES: Readonly<Record<Harm, string>> = {
  money: "Money is at risk, or the books are in doubt",
  stopped: "Something does not work",
  look: "Warnings",
};

/** The first thing that the operator sees: what is wrong, the most harmful first, and where each is mended. */
export function TroublesCard({ alarms }: { alarms: readonly AlarmRowView[] }) {
  const doctor = useDoctor();
  const troubles = troublesOf(alarms, doctor.data?.findings ?? []);
  const isKnown = doctor.data !== undefined;
  return (
    <Card
      title={troubles.length === 0 ? "No issues" : troubles.length === 1 ? "1 issue" : `${troubles.length} issues`}
      action={<TextLink href={routes.operatorDoctor()}>All checks</TextLink>}
    >
      <div className="flex flex-col gap-5">
        {doctor.error !== null && (
          <Notice tone="waiting" title="The doctor could not be asked">
            {doctor.error.message} Below is what raised an alarm{isKnown && ", and what the doctor said last"}.
          </Notice>
        )}
        {isKnown && troubles.length === 0 && (
          <p role="status" className="flex items-center gap-2.5 text-ink-soft">
            <CircleCheck aria-hidden className="size-5 text-good" />
            No known issues: {doctor.data.findings.length} checks are good, and there is no alarm.
          </p>
        )}
        {HARMS.map((harm) => (
          <TroublesOfHarm key={harm} harm={harm} troubles={troubles.filter((trouble) => trouble.harm === harm)} />
        ))}
        {!isKnown && doctor.error === null && <Skeleton className="h-6 w-64 max-w-full" />}
      </div>
    </Card>
  );
}

function TroublesOfHarm({ harm, troubles }: { harm: Harm; troubles: readonly Trouble[] }) {
  if (troubles.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-label font-medium text-ink-quiet">{HARM_TITLES[harm]}</h3>
      <ul aria-label={HARM_TITLES[harm]} className="flex flex-col gap-2">
        {troubles.map((trouble) => (
          <TroubleItem key={trouble.id} trouble={trouble} />
        ))}
      </ul>
    </section>
  );
}
