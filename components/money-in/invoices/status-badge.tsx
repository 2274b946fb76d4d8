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

type Look = { readonly word: string; readonly tone: Tone; readonly icon: LucideIcon };

/** Statuses in a person's words. */
export const STATUS_LOOKS: Readonly<Record<ShownStatus, Look>> = {
  check: { word: "Waiting", tone: "waiting", icon: Clock },
  process: { word: "Confirming", tone: "moving", icon: LoaderCircle },
  paid: { word: "Paid", tone: "good", icon: CircleCheck },
  paid_over: { word: "Overpaid", tone: "good", icon: CircleCheck },
  wrong_amount: { word: "Underpaid", tone: "wrong", icon: CircleMinus },
  cancel: { word: "Expired", tone: "neutral", icon: CircleDashed },
  fail: { word: "Failed", tone: "wrong", icon: CircleX },
  system_fail: { word: "System error", tone: "wrong", icon: CircleX },
  refund_process: { word: "Refunding", tone: "moving", icon: RotateCcw },
  refund_fail: { word: "Refund failed", tone: "wrong", icon: RotateCcw },
  refund_paid: { word: "Refunded", tone: "neutral", icon: RotateCcw },
  cancelled: { word: "Cancelled", tone: "neutral", icon: Ban },
  partly_paid: { word: "Partly paid", tone: "waiting", icon: CircleMinus },
  locked: { word: "Held", tone: "wrong", icon: Lock },
};

export type InvoiceStatusBadgeProps = {
  readonly status: ShownStatus;
  /** How much of what is due has come: said while the rest is waited for. */
  readonly paid?: { readonly amount: string; readonly due: string } | null | undefined;
};

export function InvoiceStatusBadge({ status, paid }: InvoiceStatusBadgeProps) {
  const { word, tone, icon } = STATUS_LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
      {status === "partly_paid" && paid && ` ${moneyText(paid.amount, "").trim()} of ${moneyText(paid.due, "").trim()}`}
    </Badge>
  );
}
