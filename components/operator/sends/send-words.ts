import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, Send } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { SendRowView } from "@/lib/fronts/admin/sends-schema";
import type { WaitReason } from "@/lib/sending/sends/send";

/** What a send is for. */
export const PURPOSE_WORDS: Readonly<Record<SendRowView["purpose"], string>> = {
  payout: "Payout",
  refund: "Refund",
  withdrawal: "Withdrawal",
  sweep: "Sweep",
  gas: "Gas for a sweep",
  consolidation: "Consolidation of coins",
};

/** Where a send is. */
export const SEND_LOOKS: Readonly<Record<SendRowView["status"], { word: string; tone: Tone; icon: LucideIcon }>> = {
  queued: { word: "Queued", tone: "waiting", icon: Clock },
  sending: { word: "On its way", tone: "moving", icon: Send },
  confirmed: { word: "Confirmed", tone: "good", icon: CircleCheck },
  failed: { word: "Failed", tone: "wrong", icon: CircleX },
  cancelled: { word: "Cancelled", tone: "neutral", icon: Ban },
};

type WaitWords = { readonly short: string; readonly explanation: string; readonly remedy: string };

/** Why nothing is signed yet, and what ends it. */
export const WAIT_WORDS: Readonly<Record<WaitReason, WaitWords>> = {
  funds: {
    short: "Not enough of the coin",
    explanation: "The hot wallet does not hold enough of this coin on this network.",
    remedy:
      "Deposits of the coin are swept automatically. Where transactions spend coins, some may not be spent yet. Fund the hot wallet if that is not enough.",
  },
  gas: {
    short: "Not enough for the fee",
    explanation: "The hot wallet lacks the network's own coin, which its fee is paid in.",
    remedy: "Fund the hot wallet with the network's own coin.",
  },
  fee: {
    short: "Network fee too high",
    explanation: "The network fee is more than twice the quoted fee.",
    remedy: "Sent automatically when fees drop.",
  },
  refused: {
    short: "Chain would refuse it",
    explanation: "Tried out before signing, the chain refused it. Nothing was signed.",
    remedy: "Retried automatically with increasing delays. See the node's response below.",
  },
  stopped: {
    short: "Sends are stopped",
    explanation: "A kill switch is set for this network or for all.",
    remedy: "Sent automatically when sends are resumed.",
  },
  blocked: {
    short: "Merchant is blocked",
    explanation: "Payouts of its merchant are blocked, or an owner or who ordered it is suspended. Nothing was signed.",
    remedy: "Sent automatically once unblocked. You can also give it up.",
  },
  orderer: {
    short: "Requester no longer authorised",
    explanation: "The requester was removed from the merchant or can no longer pay out. Nothing was signed.",
    remedy: "The merchant can cancel it and create a new one. You can also give it up.",
  },
  rest: {
    short: "24-hour security hold",
    explanation: "The merchant is on hold for 24 hours after a password, payout key or limit change.",
    remedy: "Sent automatically when the hold ends. The merchant can cancel it until then.",
  },
  cap: {
    short: "Hourly limit reached",
    explanation: "As much has left this network within the last hour as the worker's settings let.",
    remedy: "Sent automatically when the limit allows. The send's page names the setting.",
  },
  "above-cap": {
    short: "Above hourly limit",
    explanation: "By itself it is more than the worker's settings let leave this network within an hour.",
    remedy: "Raise the worker's setting that the send's page names and restart the worker, or have this cancelled.",
  },
  unlisted: {
    short: "Address not on the list",
    explanation: "The worker signs withdrawals only to the addresses of its setting WITHDRAWAL_ADDRESSES.",
    remedy: "Add the address there and restart the worker, or cancel the withdrawal.",
  },
  unproven: {
    short: "Not proven",
    explanation: "The worker found no proof that this came by the gates, and signs nothing for it.",
    remedy:
      "The send's page says what is missing. If you can explain it, end the send there, and order it again where it is still wanted. Otherwise stop sends: somebody may be writing to the database.",
  },
};
