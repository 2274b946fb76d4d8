import { CircleCheck, CircleDashed, CircleX, Clock, LoaderCircle, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { PayoutStatus } from "@/lib/money-out/payouts/status";

type BadgeStyle = { readonly label: string; readonly tone: Tone; readonly icon: LucideIcon };

/** The six statuses as shown to people. */
export const PAYOUT_BADGES: Readonly<Record<PayoutStatus, BadgeStyle>> = {
  process: { label: "Processing", tone: "moving", icon: LoaderCircle },
  check: { label: "Pending", tone: "waiting", icon: Clock },
  paid: { label: "Paid", tone: "good", icon: CircleCheck },
  fail: { label: "Failed", tone: "wrong", icon: CircleX },
  cancel: { label: "Cancelled", tone: "neutral", icon: CircleDashed },
  system_fail: { label: "System error", tone: "wrong", icon: CircleX },
};

export function PayoutStatusBadge({ status }: { status: PayoutStatus }) {
  const { label, tone, icon } = PAYOUT_BADGES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
