import { CircleCheck, CircleDashed, Clock, type LucideIcon, RotateCcw } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { OperatorCaseGroup, OperatorCaseView } from "@/lib/fronts/admin/cases-schema";

type CaseText = {
  readonly title: string;
  /** Why it was not processed automatically. */
  readonly why: string;
  /** Where the money is until the decision. */
  readonly meanwhile: string;
  /** Label and effect of the button that credits the deposit. */
  readonly credit: string;
  readonly creditEffect: string;
};

/** Texts of the cases that the operator decides about. */
export const OPERATOR_CASE_TEXTS: Readonly<Record<OperatorCaseGroup, CaseText>> = {
  unowned: {
    title: "Unassigned address",
    why: "It arrived at a gateway address that was never assigned, so no invoice, static wallet or merchant is known.",
    meanwhile: "The money is booked as held and is in no balance.",
    credit: "Credit…",
    creditEffect:
      "The amount, less the commission, is added to the balance of the merchant you choose. No invoice changes and no webhook is sent, so inform the merchant yourself.",
  },
  locked: {
    title: "Held by screening",
    why: "Its sender was on a screening list when it arrived.",
    meanwhile: "Until you decide, it is not credited, and the payment page says it is being checked.",
    credit: "Release…",
    creditEffect: "It is processed as a normal payment, and the usual commission is charged.",
  },
};

type CaseBadge = { readonly label: string; readonly tone: Tone; readonly icon: LucideIcon };

const BADGES: Readonly<Record<OperatorCaseView["status"], CaseBadge>> = {
  open: { label: "Needs your decision", tone: "waiting", icon: Clock },
  refunding: { label: "Refunding", tone: "moving", icon: RotateCcw },
  credited: { label: "Credited", tone: "good", icon: CircleCheck },
  refunded: { label: "Refunded", tone: "neutral", icon: RotateCcw },
  void: { label: "No longer on the chain", tone: "neutral", icon: CircleDashed },
};

/** Returns the badge of a case's state. */
export function caseBadge({ status, group }: Pick<OperatorCaseView, "status" | "group">): CaseBadge {
  const badge = BADGES[status];
  return status === "credited" && group === "locked" ? { ...badge, label: "Released" } : badge;
}
