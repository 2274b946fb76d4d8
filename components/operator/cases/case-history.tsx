import { Card } from "@/components/ui/card";
import { Timeline, type TimelineEntry } from "@/components/ui/timeline";
import type { OperatorCaseDetailView } from "@/lib/fronts/admin/cases-schema";

/** History of a deposit that the operator decides about, oldest first. */
export function CaseHistory({ row }: { row: OperatorCaseDetailView }) {
  return (
    <Card title="History">
      <Timeline entries={entriesOf(row)} />
    </Card>
  );
}

function entriesOf({ sentAt, openedAt, closedAt, resolution, decisions }: OperatorCaseDetailView): TimelineEntry[] {
  return [
    { id: "sent", at: sentAt, title: "Sent", tone: "neutral" },
    { id: "opened", at: openedAt, title: "Booked as held", tone: "waiting" },
    ...decisions
      .toReversed()
      .map(({ id, at, by, did }): TimelineEntry => ({ id, at, title: did, tone: "moving", note: `By ${by}` })),
    ...(closedAt === null
      ? []
      : [{ id: "closed", at: closedAt, title: "Decided", tone: "good" as const, note: resolution ?? "" }]),
  ];
}
