import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, Send } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { WithdrawalRowView } from "@/lib/fronts/admin/withdrawals-schema";

export const WITHDRAWAL_KIND_LABELS: Readonly<Record<WithdrawalRowView["kind"], string>> = {
  earnings: "Earnings",
  capital: "Capital",
  cold: "Cold transfer",
};

export const WITHDRAWAL_LOOKS: Readonly<
  Record<WithdrawalRowView["status"], { word: string; tone: Tone; icon: LucideIcon }>
> = {
  process: { word: "Sending", tone: "moving", icon: Send },
  check: { word: "Pending", tone: "waiting", icon: Clock },
  paid: { word: "Arrived", tone: "good", icon: CircleCheck },
  fail: { word: "Failed", tone: "wrong", icon: CircleX },
  cancel: { word: "Cancelled", tone: "neutral", icon: Ban },
};
