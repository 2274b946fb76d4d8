import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  Clock,
  LoaderCircle,
  Lock,
  type LucideIcon,
  RotateCcw,
} from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import { moneyText } from "@/lib/kernel/money/format";
import type { ShownStatus } from "@/lib/money-in/invoices/status";

type BadgeStyle = { readonly label: string; readonly tone: Tone; readonly icon: LucideIcon };

/** Statuses as shown to people. */
export const STATUS_BADGES: Readonly<Record<ShownStatus, BadgeStyle>> = {
  check: { label: "Waiting", tone: "waiting", icon: Clock },
  process: { label: "Confirming", tone: "moving", icon: LoaderCircle },
  paid: { label: "Paid", tone: "good", icon: CircleCheck },
  paid_over: { label: "Overpaid", tone: "good", icon: CircleCheck },
  wrong_amount: { label: "Underpaid", tone: "wrong", icon: CircleMinus },
  cancel: { label: "Expired", tone: "neutral", icon: CircleDashed },
  fail: { label: "Failed", tone: "wrong", icon: CircleX },
  system_fail: { label: "System error", tone: "wrong", icon: CircleX },
  refund_process: { label: "Refunding", tone: "moving", icon: RotateCcw },
  refund_fail: { label: "Refund failed", tone: "wrong", icon: RotateCcw },
  refund_paid: { label: "Refunded", tone: "neutral", icon: RotateCcw },
  cancelled: { label: "Cancelled", tone: "neutral", icon: Ban },
  partly_paid: { label: "Partly paid", tone: "waiting", icon: CircleMinus },
  locked: { label: "Held", tone: "wrong", icon: Lock },
};

export type InvoiceStatusBadgeProps = {
  readonly status: ShownStatus;
  /** Paid and due amount, shown while the payment is incomplete. */
  readonly paid?: { readonly amount: string; readonly due: string } | null | undefined;
};

export function InvoiceStatusBadge({ status, paid }: InvoiceStatusBadgeProps) {
  const { label, tone, icon } = STATUS_BADGES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
      {status === "partly_paid" && paid && ` ${moneyText(paid.amount, "").trim()} of ${moneyText(paid.due, "").trim()}`}
    </Badge>
  );
}
