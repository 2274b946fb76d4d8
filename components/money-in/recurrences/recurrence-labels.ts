import { CircleCheck, CircleSlash, CircleX, Clock, type LucideIcon, TriangleAlert } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type {
  PeriodState,
  RecurrenceEnd,
  RecurrenceInterval,
  RecurrenceStatus,
} from "@/lib/money-in/recurrences/status";

type Look = { readonly word: string; readonly tone: Tone; readonly icon: LucideIcon };

export const STATUS_LOOKS: Readonly<Record<RecurrenceStatus, Look>> = {
  wait_accept: { word: "Not accepted yet", tone: "waiting", icon: Clock },
  active: { word: "Active", tone: "good", icon: CircleCheck },
  cancel_by_merchant: { word: "Ended by you", tone: "neutral", icon: CircleSlash },
  cancel_by_user: { word: "Ended by the payer", tone: "neutral", icon: CircleSlash },
};

export const PERIOD_LOOKS: Readonly<Record<PeriodState, Look>> = {
  due: { word: "Due", tone: "waiting", icon: Clock },
  paid: { word: "Paid", tone: "good", icon: CircleCheck },
  missed: { word: "Missed", tone: "wrong", icon: CircleX },
  failed: { word: "Failed", tone: "wrong", icon: TriangleAlert },
  cancelled: { word: "Cancelled", tone: "neutral", icon: CircleSlash },
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
