"use client";

import { BellRing, CircleCheck } from "lucide-react";
import { ALARM_WORDS } from "@/components/operator/alarm-words";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { TextLink } from "@/components/ui/text-link";
import { useCommand } from "@/components/ui/use-command";
import { DISMISSIBLE } from "@/lib/alarms/dismissible";
import { dismissAlarm } from "@/lib/client/operator-jobs";
import type { AlarmRowView } from "@/lib/operations/schema";

export function AlarmsCard({ alarms }: { alarms: readonly AlarmRowView[] }) {
  return (
    <Card title="Alarms">
      {alarms.length === 0 ? (
        <p className="flex items-center gap-2.5 text-ink-soft">
          <CircleCheck aria-hidden className="size-5 text-good" />
          Nothing is wrong that the gateway knows of.
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {alarms.map((alarm) => (
            <AlarmItem key={alarm.id} alarm={alarm} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const WORDS: Readonly<Record<string, (typeof ALARM_WORDS)[keyof typeof ALARM_WORDS] | undefined>> = ALARM_WORDS;

/** What happened, what it was about, and what to do. */
function AlarmItem({ alarm }: { alarm: AlarmRowView }) {
  const words = WORDS[alarm.kind];
  return (
    <li className="flex flex-wrap gap-3 rounded-control bg-wrong-soft p-3.5">
      <BellRing aria-hidden className="mt-0.5 size-4.5 shrink-0 text-wrong" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium text-wrong">{words?.title ?? alarm.kind.replaceAll("-", " ")}</p>
        <p className="break-words text-small">{alarm.message}</p>
        {words && (
          <p className="mt-1 text-small text-ink">
            {words.remedy} {words.link && <TextLink href={words.link.href}>{words.link.label}</TextLink>}
          </p>
        )}
        <p className="text-label text-ink-soft">
          <Moment at={alarm.raisedAt} />
        </p>
      </div>
      {DISMISSIBLE.some((kind) => kind === alarm.kind) && <Dismiss alarm={alarm} title={words?.title ?? alarm.kind} />}
    </li>
  );
}

/** For an alarm of something past: nothing else would ever end it. */
function Dismiss({ alarm, title }: { alarm: AlarmRowView; title: string }) {
  const dismiss = useCommand(() => dismissAlarm(alarm.id), { done: "The alarm is ended." });
  return (
    <span className="flex flex-col items-end gap-1">
      <Button
        size="small"
        isBusy={dismiss.isPending}
        onClick={() => dismiss.mutate(undefined)}
        aria-label={`Dismiss: ${title}`}
      >
        Dismiss
      </Button>
      {dismiss.error && <span className="text-label text-wrong">{dismiss.error.message}</span>}
    </span>
  );
}
