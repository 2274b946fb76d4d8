import { z } from "zod";

/**
 * Requests and responses of the merchant's pages about refund requests. Safe for the browser;
 * amounts are plain decimal text.
 */

export const REQUEST_NOTE_CHARACTERS_MAX = 500;

/** Groups of cases: waiting for a decision or being carried out; decided; both. */
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
  /** How the payer proved ownership. */
  proof: z.enum(["email", "signature"]),
  /** The note sent to the payer with the decision. */
  note: z.string().nullable(),
  /** Why the policy could not refund it automatically, as text. */
  failure: z.string().nullable(),
  createdAt: moment,
  decidedAt: moment.nullable(),
  /** A user's name; null if the policy decided, or nobody has yet. */
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
