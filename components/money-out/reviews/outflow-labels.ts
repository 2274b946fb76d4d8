import { PAYOUT_BADGES } from "@/components/money-out/reviews/payout-status-badge";
import type { Tone } from "@/components/ui/badge";
import { moneyText } from "@/lib/kernel/money/format";
import type { OutflowEventView, OutflowReviewView, SendView } from "@/lib/money-out/payouts/dashboard-schema";

type Detail = OutflowEventView["detail"];
type EventLabel = { readonly title: string; readonly tone: Tone; readonly note?: string };

export const REVIEW_TEXTS: Readonly<Record<OutflowReviewView["reason"], { title: string; meaning: string }>> = {
  approval: {
    title: "Approval required",
    meaning: "Another member who can pay out must approve or refuse it. Until then the money is reserved.",
  },
  look_alike: {
    title: "Look-alike address",
    meaning:
      "It starts and ends like an address you paid before, but the middle differs. Scammers create such addresses to be copied by mistake. Verify it with the recipient through another channel.",
  },
  screening: {
    title: "Held by screening",
    meaning: "This address is on a screening list. Only the operator of this gateway can decide.",
  },
};

/** Why nothing is sent yet, and what to do, which is mostly nothing. */
export const WAIT_REASON_TEXTS: Readonly<
  Record<NonNullable<SendView["waitReason"]>, { title: string; advice: string }>
> = {
  funds: {
    title: "Waiting for coins",
    advice:
      "The gateway's wallet on this network does not hold enough of the coin yet, and collects received payments there. Sent automatically once there is enough.",
  },
  gas: {
    title: "Waiting for network fee funds",
    advice:
      "The gateway's wallet on this network needs more of the coin for network fees. The operator has been notified. Sent automatically once it is funded.",
  },
  fee: {
    title: "Network fee too high",
    advice: "The network fee is more than twice the quoted fee. Sent automatically at the quoted price when fees drop.",
  },
  refused: {
    title: "Rejected by the network for now",
    advice: "Retried automatically. If it keeps failing, the operator will look into it.",
  },
  stopped: {
    title: "Sending stopped by the operator",
    advice: "Sent automatically when sending resumes.",
  },
  blocked: {
    title: "Outgoing transfers stopped by the operator",
    advice: "Sent automatically once the stop is lifted. Contact the operator.",
  },
  requester: {
    title: "Requester no longer authorised",
    advice:
      "They left or changed role, and no one else had approved it. To send it anyway, cancel it and create a new payout.",
  },
  cooldown: {
    title: "24-hour security hold",
    advice:
      "A password, the payout key or a limit was changed before this was signed. Sent automatically when the hold ends. If you did not request it, cancel it.",
  },
  cap: {
    title: "Hourly limit reached",
    advice: "The gateway limits how much can be sent per hour. Sent automatically when the limit allows.",
  },
  "above-cap": {
    title: "Above the hourly limit",
    advice:
      "The amount is above what the gateway can send per hour. The operator has been notified. Smaller amounts can be sent immediately.",
  },
  "not-allowlisted": {
    title: "The operator is looking into it",
    advice: "The gateway does not send to this address yet. The operator has been notified.",
  },
  unverified: {
    title: "The operator is looking into it",
    advice: "The gateway could not verify this payout and has not sent it. The operator has been notified.",
  },
};

const EVENT_LABELS: Readonly<Record<OutflowEventView["event"], (detail: Detail) => EventLabel>> = {
  created: () => ({ title: "Created", tone: "neutral", note: "The money is reserved" }),
  status: ({ to }) => statusLabel(to),
  signed: ({ txid }) => ({ title: "Signed and sent to the network", tone: "moving", ...noteOf(txid) }),
  replaced: ({ txid, cause }) =>
    cause === "expired"
      ? {
          title: "Sent again",
          tone: "moving",
          ...noteOf(
            txid && `The previous transaction expired without being included in a block. This one replaces it: ${txid}`,
          ),
        }
      : {
          title: "Sent again with a higher network fee",
          tone: "moving",
          ...noteOf(txid && `It replaces the previous transaction: ${txid}`),
        },
  waits: ({ reason }) => ({
    title: WAIT_REASON_TEXTS[reason as keyof typeof WAIT_REASON_TEXTS]?.title ?? "No longer blocked",
    tone: reason ? "waiting" : "moving",
  }),
  "review-opened": ({ reason, detail }) => ({
    title: REVIEW_TEXTS[reason as keyof typeof REVIEW_TEXTS]?.title ?? "Awaiting approval",
    tone: "waiting",
    ...noteOf(detail),
  }),
  "review-decided": ({ decision }) =>
    decision === "approved" ? { title: "Approved", tone: "good" } : { title: "Refused", tone: "wrong" },
  confirmed: ({ cost, currency }) => ({
    title: "Confirmed by the network",
    tone: "good",
    ...noteOf(cost && `Network fee ${moneyText(cost, currency ?? "")}, paid by the gateway`),
  }),
  failed: ({ reason }) => ({ title: "Payout failed", tone: "wrong", ...noteOf(reason) }),
  "data-deleted": ({ before }) => ({
    title: `Events before ${before} were deleted`,
    tone: "neutral",
    note: "by the data retention rules of this gateway",
  }),
};

/** Returns the label of a timeline event of a payout or refund. */
export function outflowEventLabel({ event, detail }: OutflowEventView): EventLabel {
  return EVENT_LABELS[event](detail);
}

function statusLabel(to: string | undefined): EventLabel {
  const badge = to === undefined ? undefined : PAYOUT_BADGES[to as keyof typeof PAYOUT_BADGES];
  return { title: `Status: ${badge?.label ?? to ?? "unknown"}`, tone: badge?.tone ?? "neutral" };
}

function noteOf(note: string | undefined): { note?: string } {
  return note ? { note } : {};
}
