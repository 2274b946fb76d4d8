import { CircleCheck, CircleDashed, Clock, type LucideIcon, RotateCcw } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { CaseRowView } from "@/lib/exceptions/case-list/dashboard-schema";

/** What happened, and what crediting it does. */
export const KIND_WORDS: Readonly<Record<CaseRowView["kind"], { title: string; explanation: string; effect: string }>> =
  {
    late: {
      title: "Late payment",
      explanation: "It came after its invoice had closed.",
      effect: "It counts for its invoice, which is decided anew, and your shop is told by webhook.",
    },
    extra: {
      title: "Second payment",
      explanation: "Its invoice had been paid already.",
      effect: "Your balance rises by it, less the commission. The invoice stays as it is.",
    },
    wrong_token: {
      title: "Another coin",
      explanation: "The invoice or wallet is not for this coin.",
      effect: "Your balance in this coin rises by it, less the commission. The invoice or wallet stays as it is.",
    },
    wrong_network: {
      title: "Another network",
      explanation: "It was sent on a network that the invoice or wallet is not for.",
      effect: "Your balance rises by it, less the commission. The invoice or wallet stays as it is.",
    },
    locked: {
      title: "Held by screening",
      explanation: "A list of addresses names its sender. The operator of this gateway decides about it.",
      effect: "It counts as if nothing had held it.",
    },
    unmatched: {
      title: "Nobody's address",
      explanation: "It came to an address that was never given out.",
      effect: "The balance of the merchant that you choose rises by it, less the commission.",
    },
  };

/** What a deposit is for its own sake, in place of what happened to what it came for. */
const PECULIAR_WORDS: Readonly<
  Record<NonNullable<CaseRowView["peculiarity"]>, { title: string; explanation: string }>
> = {
  token: {
    title: "Coin with a token",
    explanation: "It carries a token that this gateway cannot move, so it can be neither credited nor sent back.",
  },
  excess: {
    title: "Rest of a token transfer",
    explanation: "Its message says that it is no payment, but what somebody's transfer of tokens left over.",
  },
  dust: {
    title: "Dust",
    explanation: "When it came, spending it cost more than it holds. It can be credited when network fees are lower.",
  },
};

export function caseWords({ kind, peculiarity }: Pick<CaseRowView, "kind" | "peculiarity">) {
  return peculiarity === null ? KIND_WORDS[kind] : PECULIAR_WORDS[peculiarity];
}

export const STATUS_WORDS: Readonly<Record<CaseRowView["status"], { word: string; tone: Tone; icon: LucideIcon }>> = {
  open: { word: "Waits for you", tone: "waiting", icon: Clock },
  refunding: { word: "On its way back", tone: "moving", icon: RotateCcw },
  credited: { word: "Credited", tone: "good", icon: CircleCheck },
  refunded: { word: "Refunded", tone: "neutral", icon: RotateCcw },
  void: { word: "Left the chain", tone: "neutral", icon: CircleDashed },
};
