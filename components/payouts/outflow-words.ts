import { PAYOUT_LOOKS } from "@/components/payouts/payout-status-badge";
import type { Tone } from "@/components/ui/badge";
import { moneyText } from "@/lib/kernel/money/format";
import type { OutflowEventView, OutflowReviewView, SendView } from "@/lib/money-out/payouts/dashboard-outflow-schema";

type Detail = OutflowEventView["detail"];
type Words = { readonly title: string; readonly tone: Tone; readonly note?: string };

export const REVIEW_WORDS: Readonly<Record<OutflowReviewView["reason"], { title: string; meaning: string }>> = {
  approval: {
    title: "A second person has to agree",
    meaning: "Somebody else of yours who may pay out approves or refuses it. Until then the money is set aside.",
  },
  look_alike: {
    title: "The address looks like another one",
    meaning:
      "Its beginning and end are those of an address that you paid before, and the middle differs. Fraudsters make such addresses so that they are copied by mistake. Compare it with its owner by another way.",
  },
  screening: {
    title: "Held by screening",
    meaning: "A list of addresses names this one. Only the operator of this gateway can decide.",
  },
};

/** Why nothing is sent yet, and what to do: nothing, mostly. */
export const WAIT_WORDS: Readonly<Record<NonNullable<SendView["waitReason"]>, { title: string; advice: string }>> = {
  funds: {
    title: "The gateway gathers the coins first",
    advice:
      "Its wallet on this network does not hold enough of the coin yet; received payments are being collected there. Nothing is lost: it is sent by itself once there is enough.",
  },
  gas: {
    title: "The gateway waits for network fees",
    advice:
      "Its wallet on this network needs more of the coin that fees are paid in, and the operator knows. It is sent by itself afterwards.",
  },
  fee: {
    title: "The network is too dear right now",
    advice:
      "Its fee is more than twice what was quoted. It is sent by itself, at the price that was shown, once the fee has fallen.",
  },
  refused: {
    title: "The network would refuse it right now",
    advice: "It is tried again by itself. Should it not go out, the operator looks into it.",
  },
  stopped: {
    title: "The operator has stopped sending",
    advice: "It is sent by itself as soon as sending is switched on again.",
  },
  blocked: {
    title: "The operator has stopped money going out",
    advice: "It stands still until that is lifted, and is sent by itself then. Ask the operator.",
  },
  orderer: {
    title: "Who ordered it may pay out no longer",
    advice:
      "They left, or have another role, and nobody else had agreed. If it is meant to go, cancel it and order it anew.",
  },
  rest: {
    title: "Nothing leaves for 24 hours",
    advice:
      "A password, the payout key or a limit was changed, and this was not signed before. It is sent by itself when the 24 hours are over. If you did not order it, cancel it.",
  },
  cap: {
    title: "Much has left the gateway within the last hour",
    advice: "It lets only so much leave within an hour. This is sent by itself as the hour moves on.",
  },
  "above-cap": {
    title: "The operator has to let this amount through",
    advice:
      "It is more than the gateway lets leave within an hour, and the operator knows. Smaller amounts may go at once.",
  },
  unlisted: {
    title: "The operator looks into it",
    advice: "The gateway does not send there yet, and the operator knows.",
  },
  unproven: {
    title: "The operator looks into it",
    advice:
      "The gateway could not verify everything about this order, and sends nothing before that. The operator knows.",
  },
};

const EVENT_WORDS: Readonly<Record<OutflowEventView["event"], (detail: Detail) => Words>> = {
  created: () => ({ title: "Ordered", tone: "neutral", note: "The money is set aside" }),
  status: ({ to }) => statusWords(to),
  signed: ({ txid }) => ({ title: "Signed and sent to the network", tone: "moving", ...noteOf(txid) }),
  replaced: ({ txid, cause }) =>
    cause === "expired"
      ? {
          title: "Sent again",
          tone: "moving",
          ...noteOf(
            txid &&
              `No block took the one before, and none can any more. It moved nothing, and this one takes its place: ${txid}`,
          ),
        }
      : {
          title: "Sent again with a higher network fee",
          tone: "moving",
          ...noteOf(txid && `in place of the first: ${txid}`),
        },
  waits: ({ reason }) => ({
    title: WAIT_WORDS[reason as keyof typeof WAIT_WORDS]?.title ?? "Nothing hinders it any more",
    tone: reason ? "waiting" : "moving",
  }),
  "review-opened": ({ reason, detail }) => ({
    title: REVIEW_WORDS[reason as keyof typeof REVIEW_WORDS]?.title ?? "Waits for a decision",
    tone: "waiting",
    ...noteOf(detail),
  }),
  "review-decided": ({ decision }) =>
    decision === "approved" ? { title: "Approved", tone: "good" } : { title: "Refused", tone: "wrong" },
  confirmed: ({ cost, currency }) => ({
    title: "Confirmed by the network",
    tone: "good",
    ...noteOf(cost && `The network took ${moneyText(cost, currency ?? "")}, paid by the gateway`),
  }),
  failed: ({ reason }) => ({ title: "It will not arrive", tone: "wrong", ...noteOf(reason) }),
};

/** A line in the time line of a payout or refund. */
export function outflowEventWords({ event, detail }: OutflowEventView): Words {
  return EVENT_WORDS[event](detail);
}

function statusWords(to: string | undefined): Words {
  const look = to === undefined ? undefined : PAYOUT_LOOKS[to as keyof typeof PAYOUT_LOOKS];
  return { title: `Now: ${look?.word ?? to ?? "another status"}`, tone: look?.tone ?? "neutral" };
}

function noteOf(note: string | undefined): { note?: string } {
  return note ? { note } : {};
}
