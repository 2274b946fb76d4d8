import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, Send } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { WithdrawalRowView } from "@/lib/fronts/admin/withdrawals-schema";

export const WITHDRAWAL_KIND_LABELS: Readonly<Record<WithdrawalRowView["kind"], string>> = {
  earnings: "Earnings",
  capital: "Capital",
  cold: "Cold transfer",
};

export const WITHDRAWAL_BADGES: Readonly<
  Record<WithdrawalRowView["status"], { label: string; tone: Tone; icon: LucideIcon }>
> = {
  process: { label: "Sending", tone: "moving", icon: Send },
  check: { label: "Pending", tone: "waiting", icon: Clock },
  paid: { label: "Arrived", tone: "good", icon: CircleCheck },
  fail: { label: "Failed", tone: "wrong", icon: CircleX },
  cancel: { label: "Cancelled", tone: "neutral", icon: Ban },
};
