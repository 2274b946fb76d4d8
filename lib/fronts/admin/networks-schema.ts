import { z } from "zod";
import { amountOrZero, currencyCode, networkCode, positiveAmount } from "@/lib/fronts/admin/form-schema";
import { networkRowView } from "@/lib/fronts/admin/overview-schema";
import { FINDING_STATES } from "@/lib/fronts/doctor/schema";

/** Networks and their coins, as the operator sees and changes them. Safe for the browser. */

const amount = z.string();

/** Amounts in the coin; percentages in percent: `1` is one hundredth. */
const serviceTermsView = z.object({
  isPaymentEnabled: z.boolean(),
  isPayoutEnabled: z.boolean(),
  paymentMin: amount,
  paymentMax: amount,
  paymentFeePercent: amount,
  paymentFeeFixed: amount,
  payoutMin: amount,
  payoutMax: amount,
  payoutFeePercent: amount,
  payoutFeeFixed: amount,
});

const serviceRowView = z.object({
  currency: z.string(),
  terms: serviceTermsView,
  /** Sent back with a change. */
  version: z.string(),
  contract: z.string().nullable(),
  decimals: z.int(),
  /** Why it moves no money now, as text; null when it does. */
  unavailable: z.string().nullable(),
});
export type ServiceRowView = z.output<typeof serviceRowView>;

const nodeView = z.object({
  name: z.string(),
  state: z.enum(FINDING_STATES),
  summary: z.string(),
  measured: z.string().nullable(),
});

const unknownTokenView = z.object({
  contract: z.string(),
  /** Transfers to our addresses. */
  count: z.string(),
  lastSeenAt: z.string(),
  /** Of the newest transfer; null if it was not recorded. */
  transactionId: z.string().nullable(),
  transactionUrl: z.string().nullable(),
  toAddress: z.string().nullable(),
});
export type UnknownTokenView = z.output<typeof unknownTokenView>;

export const networkListRow = networkRowView.extend({
  confirmations: z.int(),
  coinCount: z.int(),
  /** Coins that payers can use now. */
  offeredCount: z.int(),
});
export type NetworkListRow = z.output<typeof networkListRow>;
export const networkListView = z.array(networkListRow);

export const networkDetailView = networkListRow.extend({
  family: z.string(),
  chainId: z.string().nullable(),
  nativeCurrency: z.string(),
  blockSeconds: z.int(),
  lagLimitSeconds: z.int(),
  /** The minimum; fewer confirmations are rejected. */
  confirmationsMin: z.int(),
  version: z.string(),
  /** It has nodes in a setting that no worker can use. */
  isMisconfigured: z.boolean(),
  nodes: z.array(nodeView),
  services: z.array(serviceRowView),
  /** The most frequently received tokens outside the catalog. */
  unknownTokens: z.array(unknownTokenView),
});
export type NetworkDetailView = z.output<typeof networkDetailView>;

const CONFIRMATIONS_MAX = 10_000;
const version = z.string().max(64);

const confirmations = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,4}$/, "Enter a whole number of at least 1.")
  .refine((text) => Number.parseInt(text, 10) <= CONFIRMATIONS_MAX, `Enter at most ${CONFIRMATIONS_MAX}.`);

export const networkForm = z.object({ code: networkCode, version, isEnabled: z.boolean(), confirmations });
export type NetworkForm = z.output<typeof networkForm>;

const percent = z
  .string()
  .trim()
  .regex(/^\d{1,2}(\.\d{1,4})?$/, "Enter a percentage below 100, such as 0.5.");

export const serviceForm = z.object({
  code: networkCode,
  currency: currencyCode,
  version,
  isPaymentEnabled: z.boolean(),
  isPayoutEnabled: z.boolean(),
  paymentMin: positiveAmount,
  paymentMax: positiveAmount,
  paymentFeePercent: percent,
  paymentFeeFixed: amountOrZero,
  payoutMin: positiveAmount,
  payoutMax: positiveAmount,
  payoutFeePercent: percent,
  payoutFeeFixed: amountOrZero,
});
export type ServiceForm = z.output<typeof serviceForm>;
