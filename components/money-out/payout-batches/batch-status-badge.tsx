import { CircleCheck, CircleDashed, Eye, LoaderCircle, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { BatchStatus } from "@/lib/money-out/payout-batches/schema";

const LOOKS: Readonly<Record<BatchStatus, { word: string; tone: Tone; icon: LucideIcon }>> = {
  checked: { word: "Not submitted", tone: "waiting", icon: Eye },
  ordered: { word: "Processing", tone: "moving", icon: LoaderCircle },
  done: { word: "Submitted", tone: "good", icon: CircleCheck },
  cancelled: { word: "Cancelled", tone: "neutral", icon: CircleDashed },
};

export function BatchStatusBadge({ status }: { status: BatchStatus }) {
  const { word, tone, icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
