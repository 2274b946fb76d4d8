import { CircleCheck, CircleDashed, Eye, LoaderCircle, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { BatchStatus } from "@/lib/money-out/payout-batches/schema";

const BADGES: Readonly<Record<BatchStatus, { label: string; tone: Tone; icon: LucideIcon }>> = {
  checked: { label: "Not submitted", tone: "waiting", icon: Eye },
  submitted: { label: "Processing", tone: "moving", icon: LoaderCircle },
  done: { label: "Submitted", tone: "good", icon: CircleCheck },
  cancelled: { label: "Cancelled", tone: "neutral", icon: CircleDashed },
};

export function BatchStatusBadge({ status }: { status: BatchStatus }) {
  const { label, tone, icon } = BADGES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
