import { z } from "zod";
import { REFUND_STATUSES } from "@/lib/exceptions/refunds/status";
import { outflowAddress, outflowAmount } from "@/lib/money-out/payouts/dashboard-form-schema";
import { outflowParts } from "@/lib/money-out/payouts/dashboard-schema";

/**
 * Requests and responses of the pages about refunds. Safe for the browser; amounts are plain
 * decimal text.
 */

const moment = z.iso.datetime();

const refundRowView = z.object({
  id: z.uuid(),
  status: z.enum(REFUND_STATUSES),
  /** Counts against the amount paid or held. */
  amount: z.string(),
  /** The amount that arrives at the address. */
  sentAmount: z.string(),
  commission: z.string(),
  currency: z.string(),
  networkName: z.string(),
  /** The balance that pays, and the amount debited from it. */
  fromCurrency: z.string(),
  debitedAmount: z.string(),
  address: z.string(),
  addressUrl: z.string().nullable(),
  transactionId: z.string().nullable(),
  transactionUrl: z.string().nullable(),
  /** Why it did not arrive, as text. */
  failure: z.string().nullable(),
  /** A user's name; null when the machine API or a rule created it. */
  requestedBy: z.string().nullable(),
  createdAt: moment,
  finalAt: moment.nullable(),
  ...outflowParts,
});
export type RefundRowView = z.output<typeof refundRowView>;

/**
 * Suggestion for the refund dialog: the only sender, if nothing known speaks against it. A user has
 * to check that it can receive.
 */
const suggestedAddress = z.string().nullable();

export const invoiceRefundsView = z.object({
  refunds: z.array(refundRowView),
  isRefundable: z.boolean(),
  /** The part of the paid amount that was not yet refunded, in the coin of the payment. */
  remaining: z.string(),
  /** The part of it above the price; null if there is none. */
  surplus: z.string().nullable(),
  currency: z.string(),
  networkName: z.string(),
  suggestedAddress,
});
export type InvoiceRefundsView = z.output<typeof invoiceRefundsView>;

const heldDepositView = z.object({
  id: z.uuid(),
  amount: z.string(),
  transactionId: z.string(),
  transactionUrl: z.string().nullable(),
  fromAddress: z.string().nullable(),
  heldAt: moment,
  state: z.enum(["held", "leaving", "refunded"]),
  /** Why the forced refund does not send it back automatically, as text. */
  addressRequiredReason: z.string().nullable(),
});
export type HeldDepositView = z.output<typeof heldDepositView>;

export const walletRefundsView = z.object({
  refunds: z.array(refundRowView),
  held: z.array(heldDepositView),
  /**
   * What the single refund could send to an address now; null when there is nothing, or it was
   * already done.
   */
  refundable: z.string().nullable(),
  currency: z.string(),
  networkName: z.string(),
  suggestedAddress,
});
export type WalletRefundsView = z.output<typeof walletRefundsView>;

export const caseRefundsView = z.object({ refunds: z.array(refundRowView) });

/** The effect of any refund. */
export const refundPreviewView = z.object({
  amount: z.string(),
  sentAmount: z.string(),
  commission: z.string(),
  currency: z.string(),
  networkName: z.string(),
  /** Null until one is entered or known. */
  address: z.string().nullable(),
  fromCurrency: z.string(),
  debitedAmount: z.string(),
  /** The shortfall of the balance; null when the balance is sufficient, or no balance pays. */
  missing: z.string().nullable(),
  /** A known destination that this address resembles without being equal. */
  lookAlike: z.string().nullable(),
  /** Why a second person has to approve it, as text. */
  approval: z.string().nullable(),
  suggestedAddress,
  /** For a case without an address: why it cannot simply be returned to its sender, as text. */
  doubt: z.string().nullable(),
  /**
   * Deposits of the payment in another coin, or for another quote; `counted` is the amount for
   * which each counts, in the coin of the refund.
   */
  convertedDeposits: z.array(
    z.object({ id: z.uuid(), amount: z.string(), currency: z.string(), networkName: z.string(), counted: z.string() }),
  ),
});
export type RefundPreview = z.output<typeof refundPreviewView>;

const id = z.uuid();

export const refundPaymentForm = z.object({
  id,
  address: outflowAddress,
  /** Empty: everything that is left. */
  amount: z.union([z.literal("").transform(() => null), outflowAmount]),
  /** Whether the merchant bears the fee, so that the whole amount arrives. */
  isFeeOnTop: z.boolean(),
});
export type RefundPaymentForm = z.output<typeof refundPaymentForm>;

export const refundHeldForm = z.object({ id, address: outflowAddress });
/** Without an address it says what is known of where the deposit came from. */
export const previewCaseForm = z.object({
  id,
  address: z.union([z.literal("").transform(() => null), outflowAddress]),
});
