import { CircleCheck, CircleSlash, Clock, type LucideIcon, PencilLine, TriangleAlert } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { BillState } from "@/lib/money-in/bills/bill-rules";

const BADGES: Readonly<Record<BillState, { label: string; tone: Tone; icon: LucideIcon }>> = {
  draft: { label: "Draft", tone: "neutral", icon: PencilLine },
  sent: { label: "Sent", tone: "moving", icon: Clock },
  overdue: { label: "Overdue", tone: "waiting", icon: TriangleAlert },
  paid: { label: "Paid", tone: "good", icon: CircleCheck },
  cancelled: { label: "Cancelled", tone: "neutral", icon: CircleSlash },
};

export function BillStateBadge({ state }: { state: BillState }) {
  const { label, tone, icon } = BADGES[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

/** `28 Nov 2026`, of a day in UTC. */
export function dayText(day: string): string {
  const at = new Date(`${day}T00:00:00.000Z`);
  return at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
}
