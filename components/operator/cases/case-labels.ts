import { CircleCheck, CircleDashed, Clock, type LucideIcon, RotateCcw } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { OperatorCaseGroup, OperatorCaseView } from "@/lib/fronts/admin/cases-schema";

type CaseText = {
  readonly title: string;
  /** Why nothing was done with it by itself. */
  readonly why: string;
  /** Where the money is as long as nobody has decided. */
  readonly meanwhile: string;
  /** The button that decides in favour of whoever is to have it, and what pressing it does. */
  readonly credit: string;
  readonly creditEffect: string;
};

/** What the operator decides about, in words. */
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

/** How the state of a case looks. */
export function caseBadge({ status, group }: Pick<OperatorCaseView, "status" | "group">): CaseBadge {
  const badge = BADGES[status];
  return status === "credited" && group === "locked" ? { ...badge, label: "Released" } : badge;
}
