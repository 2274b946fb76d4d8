import { PERIOD_BADGES, STATUS_BADGES } from "@/components/money-in/recurrences/recurrence-labels";
import { Badge } from "@/components/ui/badge";
import type { PeriodState, RecurrenceStatus } from "@/lib/money-in/recurrences/status";

export function RecurrenceStatusBadge({ status }: { status: RecurrenceStatus }) {
  const { label, tone, icon } = STATUS_BADGES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

export function PeriodStateBadge({ state }: { state: PeriodState }) {
  const { label, tone, icon } = PERIOD_BADGES[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
