import { CircleCheck, CircleDashed, Clock, type LucideIcon, RotateCcw } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { CaseRowView } from "@/lib/exceptions/case-list/dashboard-schema";

/** What happened, and the effect of crediting it. */
export const KIND_TEXTS: Readonly<Record<CaseRowView["kind"], { title: string; explanation: string; effect: string }>> =
  {
    late: {
      title: "Late payment",
      explanation: "It arrived after its invoice had closed.",
      effect:
        "It counts toward its invoice, whose status is updated. Your shop receives a webhook if the invoice has a webhook URL.",
    },
    extra: {
      title: "Second payment",
      explanation: "Its invoice was already paid.",
      effect: "It is credited to your balance, less the commission. The invoice does not change.",
    },
    wrong_token: {
      title: "Wrong coin",
      explanation: "The invoice or wallet expects a different coin.",
      effect:
        "It is credited to your balance in this coin, less the commission. The invoice or wallet does not change.",
    },
    wrong_network: {
      title: "Wrong network",
      explanation: "The invoice or wallet expects a different network.",
      effect: "It is credited to your balance, less the commission. The invoice or wallet does not change.",
    },
    locked: {
      title: "Held by screening",
      explanation: "Its sender is on a screening list. The operator of this gateway decides about it.",
      effect: "It is processed as usual.",
    },
    unmatched: {
      title: "Unassigned address",
      explanation: "It arrived at an address that was never assigned.",
      effect: "It is credited to the merchant you choose, less the commission.",
    },
  };

/** Texts for deposits held for their own sake, in place of those by kind. */
const HOLD_REASON_TEXTS: Readonly<
  Record<NonNullable<CaseRowView["holdReason"]>, { title: string; explanation: string }>
> = {
  token: {
    title: "Coin with a token",
    explanation: "It carries a token that this gateway cannot move, so it can't be credited or refunded.",
  },
  excess: {
    title: "Token transfer remainder",
    explanation: "Its message marks it as the remainder of a token transfer, not a payment.",
  },
  dust: {
    title: "Dust",
    explanation:
      "When it arrived, spending it cost more than its value. It can be credited when network fees are lower.",
  },
};

export function caseText({ kind, holdReason }: Pick<CaseRowView, "kind" | "holdReason">) {
  return holdReason === null ? KIND_TEXTS[kind] : HOLD_REASON_TEXTS[holdReason];
}

export const STATUS_BADGES: Readonly<Record<CaseRowView["status"], { label: string; tone: Tone; icon: LucideIcon }>> = {
  open: { label: "Needs your decision", tone: "waiting", icon: Clock },
  refunding: { label: "Refunding", tone: "moving", icon: RotateCcw },
  credited: { label: "Credited", tone: "good", icon: CircleCheck },
  refunded: { label: "Refunded", tone: "neutral", icon: RotateCcw },
  void: { label: "No longer on the chain", tone: "neutral", icon: CircleDashed },
};
