import {
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
import type { InvoiceStatus } from "@/lib/invoices/status";

type Look = { readonly word: string; readonly tone: Tone; readonly icon: LucideIcon };

/** The twelve statuses in a person's words. */
export const STATUS_LOOKS: Readonly<Record<InvoiceStatus, Look>> = {
  check: { word: "Waiting", tone: "waiting", icon: Clock },
  process: { word: "Confirming", tone: "moving", icon: LoaderCircle },
  paid: { word: "Paid", tone: "good", icon: CircleCheck },
  paid_over: { word: "Overpaid", tone: "good", icon: CircleCheck },
  wrong_amount: { word: "Underpaid", tone: "wrong", icon: CircleMinus },
  cancel: { word: "Expired", tone: "neutral", icon: CircleDashed },
  fail: { word: "Failed", tone: "wrong", icon: CircleX },
  system_fail: { word: "Failed here", tone: "wrong", icon: CircleX },
  refund_process: { word: "Refunding", tone: "moving", icon: RotateCcw },
  refund_fail: { word: "Refund failed", tone: "wrong", icon: RotateCcw },
  refund_paid: { word: "Refunded", tone: "neutral", icon: RotateCcw },
  locked: { word: "Held", tone: "wrong", icon: Lock },
};

export function InvoiceStatusBadge({ status }: { status: InvoiceStatus }) {
  const { word, tone, icon } = STATUS_LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
