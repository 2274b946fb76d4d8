import { PERIOD_LOOKS, STATUS_LOOKS } from "@/components/money-in/recurrences/recurrence-labels";
import { Badge } from "@/components/ui/badge";
import type { PeriodState, RecurrenceStatus } from "@/lib/money-in/recurrences/status";

export function RecurrenceStatusBadge({ status }: { status: RecurrenceStatus }) {
  const { word, tone, icon } = STATUS_LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

export function PeriodStateBadge({ state }: { state: PeriodState }) {
  const { word, tone, icon } = PERIOD_LOOKS[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
