import { CircleCheck, CircleDashed, CircleX, Clock, LoaderCircle, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { PayoutStatus } from "@/lib/money-out/payouts/status";

type Look = { readonly word: string; readonly tone: Tone; readonly icon: LucideIcon };

/** The six statuses in a person's words. */
export const PAYOUT_LOOKS: Readonly<Record<PayoutStatus, Look>> = {
  process: { word: "Processing", tone: "moving", icon: LoaderCircle },
  check: { word: "Pending", tone: "waiting", icon: Clock },
  paid: { word: "Paid", tone: "good", icon: CircleCheck },
  fail: { word: "Failed", tone: "wrong", icon: CircleX },
  cancel: { word: "Cancelled", tone: "neutral", icon: CircleDashed },
  system_fail: { word: "System error", tone: "wrong", icon: CircleX },
};

export function PayoutStatusBadge({ status }: { status: PayoutStatus }) {
  const { word, tone, icon } = PAYOUT_LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
