import { CircleCheck, CircleDashed, Clock, type LucideIcon, RotateCcw } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { OperatorCaseGroup, OperatorCaseView } from "@/lib/fronts/admin/cases-schema";

type CaseWords = {
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
export const OPERATOR_CASE_WORDS: Readonly<Record<OperatorCaseGroup, CaseWords>> = {
  unowned: {
    title: "Unassigned address",
    why: "It came to an address of this gateway that was never given out, so that no invoice, no static wallet and no merchant is known by it.",
    meanwhile: "The money is in the books as held; nobody's balance has it.",
    credit: "Credit…",
    creditEffect:
      "The balance of the merchant that you choose rises by it, less the commission. No invoice changes, and no webhook is sent: tell the merchant yourself.",
  },
  locked: {
    title: "Held by screening",
    why: "A list of addresses named its sender when it came.",
    meanwhile:
      "Until you decide it counts for nothing: nobody's balance has it, and the payer's page says that it is being looked at.",
    credit: "Release…",
    creditEffect: "It counts from now on as if no list had named its sender, and the commission is taken as usual.",
  },
};

type CaseLook = { readonly word: string; readonly tone: Tone; readonly icon: LucideIcon };

const LOOKS: Readonly<Record<OperatorCaseView["status"], CaseLook>> = {
  open: { word: "Needs your decision", tone: "waiting", icon: Clock },
  refunding: { word: "Refunding", tone: "moving", icon: RotateCcw },
  credited: { word: "Credited", tone: "good", icon: CircleCheck },
  refunded: { word: "Refunded", tone: "neutral", icon: RotateCcw },
  void: { word: "Left the chain", tone: "neutral", icon: CircleDashed },
};

/** How the state of a case looks. */
export function caseLook({ status, group }: Pick<OperatorCaseView, "status" | "group">): CaseLook {
  const look = LOOKS[status];
  return status === "credited" && group === "locked" ? { ...look, word: "Released" } : look;
}
