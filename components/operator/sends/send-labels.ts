import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, Send } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { SendRowView } from "@/lib/fronts/admin/sends-schema";
import type { WaitReason } from "@/lib/sending/sends/send";

export const PURPOSE_LABELS: Readonly<Record<SendRowView["purpose"], string>> = {
  payout: "Payout",
  refund: "Refund",
  withdrawal: "Withdrawal",
  sweep: "Sweep",
  gas: "Gas for a sweep",
  consolidation: "Coin consolidation",
};

export const SEND_BADGES: Readonly<Record<SendRowView["status"], { label: string; tone: Tone; icon: LucideIcon }>> = {
  queued: { label: "Queued", tone: "waiting", icon: Clock },
  sending: { label: "Sending", tone: "moving", icon: Send },
  confirmed: { label: "Confirmed", tone: "good", icon: CircleCheck },
  failed: { label: "Failed", tone: "wrong", icon: CircleX },
  cancelled: { label: "Cancelled", tone: "neutral", icon: Ban },
};

type WaitReasonText = { readonly short: string; readonly explanation: string; readonly remedy: string };

/** Why nothing is signed yet, and what resolves it. */
export const WAIT_REASON_TEXTS: Readonly<Record<WaitReason, WaitReasonText>> = {
  funds: {
    short: "Not enough of the coin",
    explanation: "The hot wallet does not hold enough of this coin on this network.",
    remedy:
      "Deposits of the coin are swept automatically. On UTXO networks, some coins may not be spendable yet. Fund the hot wallet if this is not enough.",
  },
  gas: {
    short: "Not enough for the fee",
    explanation: "The hot wallet does not hold enough of the coin used for network fees.",
    remedy: "Fund the hot wallet with the coin used for network fees.",
  },
  fee: {
    short: "Network fee too high",
    explanation: "The network fee is more than twice the quoted fee.",
    remedy: "Sent automatically when fees drop.",
  },
  refused: {
    short: "Rejected by the network",
    explanation: "The network rejected it in a simulation. Nothing was signed.",
    remedy: "Retried automatically with increasing delays. See the node's response below.",
  },
  stopped: {
    short: "Sends are stopped",
    explanation: "A kill switch is set for this network or for all.",
    remedy: "Sent automatically when sends are resumed.",
  },
  blocked: {
    short: "Merchant is blocked",
    explanation: "Payouts of the merchant are blocked, or an owner or the requester is suspended. Nothing was signed.",
    remedy: "Sent automatically once unblocked. You can also cancel it.",
  },
  requester: {
    short: "Requester no longer authorised",
    explanation: "The requester was removed from the merchant or can no longer pay out. Nothing was signed.",
    remedy: "The merchant can cancel it and create a new one. You can also cancel it.",
  },
  cooldown: {
    short: "24-hour security hold",
    explanation: "The merchant is on hold for 24 hours after a password, payout key or limit change.",
    remedy: "Sent automatically when the hold ends. The merchant can cancel it until then.",
  },
  cap: {
    short: "Hourly limit reached",
    explanation: "The worker's hourly limit for this network is used up.",
    remedy: "Sent automatically when the limit allows. The setting is named on the send's page.",
  },
  "above-cap": {
    short: "Above hourly limit",
    explanation: "This send alone exceeds the worker's hourly limit for this network.",
    remedy: "Raise the worker setting named on the send's page and restart the worker, or cancel the send.",
  },
  "not-allowlisted": {
    short: "Address not on the list",
    explanation: "The worker only signs withdrawals to addresses in its setting WITHDRAWAL_ADDRESSES.",
    remedy: "Add the address there and restart the worker, or cancel the withdrawal.",
  },
  unverified: {
    short: "Not verified",
    explanation: "The worker could not verify that this send was authorised, so it is not signed.",
    remedy:
      "The send's page shows what is missing. If you know the cause, end the send and create it again. Otherwise stop all sends: someone may be writing to the database.",
  },
};
