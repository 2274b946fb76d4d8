import { z } from "zod";

/**
 * What the merchant's pages ask about payers' wishes and what they are told. Safe for the browser;
 * amounts are plain decimal text.
 */

export const REQUEST_NOTE_CHARACTERS_MAX = 500;

/** What waits for a decision or is on its way to one; what is decided; both. */
export const CASE_GROUPS = ["open", "closed", "all"] as const;
export type CaseGroup = (typeof CASE_GROUPS)[number];

const moment = z.iso.datetime();

export const refundRequestRow = z.object({
  id: z.uuid(),
  invoiceId: z.uuid(),
  orderId: z.string(),
  kind: z.enum(["short", "surplus", "case"]),
  status: z.enum(["confirmed", "approved", "refused"]),
  amount: z.string(),
  currency: z.string(),
  networkName: z.string(),
  address: z.string(),
  addressUrl: z.string().nullable(),
  /** How the payer has shown that it is theirs. */
  proof: z.enum(["email", "signature"]),
  /** What the payer was told with the decision. */
  note: z.string().nullable(),
  /** Why the policy could not refund it by itself, in words. */
  failure: z.string().nullable(),
  createdAt: moment,
  decidedAt: moment.nullable(),
  /** A person's name; null when the policy did, or nobody has yet. */
  decidedBy: z.string().nullable(),
});
export type RefundRequestRow = z.output<typeof refundRequestRow>;

export const refundRequestList = z.object({ items: z.array(refundRequestRow) });
export type RefundRequestList = z.output<typeof refundRequestList>;

export const decideRequestForm = z.object({
  id: z.uuid(),
  decision: z.enum(["approve", "refuse"]),
  note: z.string().trim().max(REQUEST_NOTE_CHARACTERS_MAX, `Use at most ${REQUEST_NOTE_CHARACTERS_MAX} characters.`),
});
export type DecideRequestForm = z.output<typeof decideRequestForm>;
