import { z } from "zod";
import { OUTFLOW_EVENTS } from "@/lib/people/guards/outflow-repo";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

/** What the pages of payouts and refunds show of any way out. Safe for the browser; amounts are plain decimal text. */

const moment = z.iso.datetime();

/** Which of a merchant's ways out can wait and be followed. */
export const FOLLOWED_KINDS = ["payout", "refund"] as const;
export type FollowedKind = (typeof FOLLOWED_KINDS)[number];

const outflowEventView = z.object({
  id: z.string(),
  at: moment,
  event: z.enum(OUTFLOW_EVENTS),
  /** Flat: names to what they say. */
  detail: z.record(z.string(), z.string()),
});
export type OutflowEventView = z.output<typeof outflowEventView>;

/** Whatever is the operator's, one's own order or that of one's own key, or beyond one's role cannot be approved by who looks at it. */
export const REVIEW_HINDRANCES = ["operator", "own", "key", "role"] as const;

export const outflowReviewView = z.object({
  id: z.uuid(),
  reason: z.enum(["screening", "approval", "look_alike"]),
  /** In words: which list, which earlier address, which amount. */
  detail: z.string(),
  openedAt: moment,
  /** A person's name; null when the machine API or a rule ordered it. */
  orderedBy: z.string().nullable(),
  decision: z.enum(["approved", "refused"]).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
  /** What keeps the viewer from approving it; null: nothing does. */
  hindrance: z.enum(REVIEW_HINDRANCES).nullable(),
});
export type OutflowReviewView = z.output<typeof outflowReviewView>;

const sendView = z.object({
  /** Nothing is signed: it can still be taken back. */
  isUnsigned: z.boolean(),
  /** Why it is not signed yet; null while nothing hinders it. */
  waitReason: z.enum(WAIT_REASONS).nullable(),
  waitingSince: moment.nullable(),
});
export type SendView = z.output<typeof sendView>;

/** The parts that follow a payout or refund on its way. */
export const outflowParts = {
  /** Null before one is ordered: while a decision is awaited. */
  send: sendView.nullable(),
  reviews: z.array(outflowReviewView),
  events: z.array(outflowEventView),
};

/** Who looks, which decides what may be decided. */
export type Viewer = { readonly userId: string; readonly mayPayOut: boolean };
