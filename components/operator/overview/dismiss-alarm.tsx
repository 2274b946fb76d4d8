"use client";

import { Button } from "@/components/ui/button";
import { useCommand } from "@/components/ui/use-command";
import type { IssueAlarm } from "@/lib/fronts/admin/issues";
import { rpc } from "@/lib/fronts/client/rpc";

/**
 * Dismisses an alarm about a past event, which nothing else would ever end; other alarms have no
 * button.
 */
export function DismissAlarm({ alarm: { id, isDismissible, summary } }: { alarm: IssueAlarm }) {
  const dismiss = useCommand(() => rpc.operator.alarms.dismiss.mutate({ id }), { done: "Alarm dismissed." });
  if (!isDismissible) return null;
  return (
    <span className="flex flex-col items-end gap-1">
      <Button
        size="small"
        isBusy={dismiss.isPending}
        onClick={() => dismiss.mutate(undefined)}
        aria-label={`Dismiss: ${summary}`}
      >
        Dismiss
      </Button>
      {dismiss.error && <span className="text-label text-wrong">{dismiss.error.message}</span>}
    </span>
  );
}
