import { z } from "zod";
import { listFilters, pageBeginning, pageEnds, TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { outflowParts } from "@/lib/money-out/payouts/dashboard-outflow-schema";
import { PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";

/** What the pages ask about payouts and what they are told. Safe for the browser; amounts are plain decimal text. */

/** How a list is narrowed down: by what a person means. */
export const PAYOUT_GROUPS = ["moving", "waiting", "paid", "failed", "cancelled"] as const;
export type PayoutGroup = (typeof PAYOUT_GROUPS)[number];

export const PAYOUT_PAGE_SIZE = 25;
export const payoutFilterQuery = z.object({
  status: z.enum(PAYOUT_GROUPS).optional(),
  ...listFilters,
  sort: z.enum(TIME_SORTS).optional(),
});
export type PayoutFilterQuery = z.output<typeof payoutFilterQuery>;

export const payoutListQuery = payoutFilterQuery.extend(pageBeginning);
export type PayoutListQuery = z.output<typeof payoutListQuery>;

const moment = z.iso.datetime();

const payoutRowView = z.object({
  id: z.uuid(),
  orderId: z.string(),
  status: z.enum(PAYOUT_STATUSES),
  /** What reaches the address, and in which coin. */
  sentAmount: z.string(),
  currency: z.string(),
  networkName: z.string(),
  address: z.string(),
  /** Taken from the balance, all fees included. */
  debitedAmount: z.string(),
  fromCurrency: z.string(),
  createdAt: moment,
});
export type PayoutRowView = z.output<typeof payoutRowView>;

export const payoutPageView = z.object({ items: z.array(payoutRowView), ...pageEnds });
export type PayoutPageOfRows = z.output<typeof payoutPageView>;

const conversionView = z.object({
  fromAmount: z.string(),
  fromCurrency: z.string(),
  toAmount: z.string(),
  toCurrency: z.string(),
  /** In `toCurrency`. */
  fee: z.string(),
  rate: z.string(),
  rateSource: z.string(),
  rateAt: moment,
});
export type PayoutConversionView = z.output<typeof conversionView>;

export const payoutDetailView = payoutRowView.extend({
  isFinal: z.boolean(),
  /** Nothing is signed yet. */
  isCancellable: z.boolean(),
  /** As it was asked for, in a coin or a fiat currency. */
  askedAmount: z.string(),
  askedCurrency: z.string(),
  /** Whether the fee came on top of the amount. */
  isSubtract: z.boolean(),
  commission: z.string(),
  conversion: conversionView.nullable(),
  balanceAfter: z.string(),
  priority: z.string().nullable(),
  memo: z.string().nullable(),
  courseSource: z.string().nullable(),
  urlCallback: z.string().nullable(),
  addressUrl: z.string().nullable(),
  transactionId: z.string().nullable(),
  transactionUrl: z.string().nullable(),
  /** Why it did not arrive, in words. */
  failure: z.string().nullable(),
  /** A person's name; null when the machine API ordered it. */
  orderedBy: z.string().nullable(),
  updatedAt: moment,
  finalAt: moment.nullable(),
  ...outflowParts,
});
export type PayoutDetailView = z.output<typeof payoutDetailView>;
