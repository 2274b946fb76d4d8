import { CircleCheck, CircleSlash, CircleX, Clock, type LucideIcon, TriangleAlert } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type {
  PeriodState,
  RecurrenceEnd,
  RecurrenceInterval,
  RecurrenceStatus,
} from "@/lib/money-in/recurrences/status";

type BadgeStyle = { readonly label: string; readonly tone: Tone; readonly icon: LucideIcon };

export const STATUS_BADGES: Readonly<Record<RecurrenceStatus, BadgeStyle>> = {
  wait_accept: { label: "Not accepted yet", tone: "waiting", icon: Clock },
  active: { label: "Active", tone: "good", icon: CircleCheck },
  cancel_by_merchant: { label: "Ended by you", tone: "neutral", icon: CircleSlash },
  cancel_by_user: { label: "Ended by the payer", tone: "neutral", icon: CircleSlash },
};

export const PERIOD_BADGES: Readonly<Record<PeriodState, BadgeStyle>> = {
  due: { label: "Due", tone: "waiting", icon: Clock },
  paid: { label: "Paid", tone: "good", icon: CircleCheck },
  missed: { label: "Missed", tone: "wrong", icon: CircleX },
  failed: { label: "Failed", tone: "wrong", icon: TriangleAlert },
  cancelled: { label: "Cancelled", tone: "neutral", icon: CircleSlash },
};

export const INTERVAL_LABELS: Readonly<Record<RecurrenceInterval, string>> = {
  weekly: "every week",
  monthly: "every month",
  three_month: "every three months",
};

export const END_LABELS: Readonly<Record<RecurrenceEnd, string>> = {
  merchant: "You ended it.",
  payer: "The payer ended it.",
  missed: "Three payments in a row were missed.",
};
