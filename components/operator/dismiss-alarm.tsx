"use client";

import { Button } from "@/components/ui/button";
import { useCommand } from "@/components/ui/use-command";
import { DISMISSIBLE } from "@/lib/alarms/dismissible";
import { dismissAlarm } from "@/lib/client/operator-jobs";
import type { TroubleAlarm } from "@/lib/operations/troubles";

/** Ends an alarm of something past, which nothing else would ever end; for any other there is no button. */
export function DismissAlarm({ alarm: { id, kind, says } }: { alarm: TroubleAlarm }) {
  const dismiss = useCommand(() => dismissAlarm(id), { done: "The alarm is ended." });
  if (!DISMISSIBLE.some((known) => known === kind)) return null;
  return (
    <span className="flex flex-col items-end gap-1">
      <Button
        size="small"
        isBusy={dismiss.isPending}
        onClick={() => dismiss.mutate(undefined)}
        aria-label={`Dismiss: ${says}`}
      >
        Dismiss
      </Button>
      {dismiss.error && <span className="text-label text-wrong">{dismiss.error.message}</span>}
    </span>
  );
}
