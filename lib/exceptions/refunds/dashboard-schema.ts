import { z } from "zod";
import { REFUND_STATUSES } from "@/lib/exceptions/refunds/status";
import { outflowAddress, outflowAmount } from "@/lib/money-out/payouts/dashboard-form-schema";
import { outflowParts } from "@/lib/money-out/payouts/dashboard-schema";

/**
 * What the pages ask about refunds and what they are told. Safe for the browser; amounts are plain
 * decimal text.
 */

const moment = z.iso.datetime();

const refundRowView = z.object({
  id: z.uuid(),
  status: z.enum(REFUND_STATUSES),
  /** Counts against what was paid or is held. */
  amount: z.string(),
  /** What reaches the address. */
  sentAmount: z.string(),
  commission: z.string(),
  currency: z.string(),
  networkName: z.string(),
  /** The balance that pays, and what it gives. */
  fromCurrency: z.string(),
  debitedAmount: z.string(),
  address: z.string(),
  addressUrl: z.string().nullable(),
  transactionId: z.string().nullable(),
  transactionUrl: z.string().nullable(),
  /** Why it did not arrive, in words. */
  failure: z.string().nullable(),
  /** A person's name; null when the machine API or a rule ordered it. */
  requestedBy: z.string().nullable(),
  createdAt: moment,
  finalAt: moment.nullable(),
  ...outflowParts,
});
export type RefundRowView = z.output<typeof refundRowView>;

/**
 * What a refund dialog can offer: the only sender, where nothing that is known speaks against it.
 * Whether it can receive, a person checks.
 */
const suggestedAddress = z.string().nullable();

export const invoiceRefundsView = z.object({
  refunds: z.array(refundRowView),
  isRefundable: z.boolean(),
  /** Of what was paid: not refunded before; in the coin that was paid. */
  remaining: z.string(),
  /** The part of it that is beyond the price; null where nothing is. */
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
  /** Why a forced refund does not send it back by itself, in words. */
  addressRequiredReason: z.string().nullable(),
});
export type HeldDepositView = z.output<typeof heldDepositView>;

export const walletRefundsView = z.object({
  refunds: z.array(refundRowView),
  held: z.array(heldDepositView),
  /**
   * What the one refund could send to an address now; null when there is nothing, or it was done
   * before.
   */
  refundable: z.string().nullable(),
  currency: z.string(),
  networkName: z.string(),
  suggestedAddress,
});
export type WalletRefundsView = z.output<typeof walletRefundsView>;

export const caseRefundsView = z.object({ refunds: z.array(refundRowView) });

/** What any refund would do. */
export const refundPreviewView = z.object({
  amount: z.string(),
  sentAmount: z.string(),
  commission: z.string(),
  currency: z.string(),
  networkName: z.string(),
  /** Null until one is given, or known. */
  address: z.string().nullable(),
  fromCurrency: z.string(),
  debitedAmount: z.string(),
  /** What the balance is short of; null when it suffices, or no balance pays. */
  missing: z.string().nullable(),
  /** An earlier destination that this address looks like and is not. */
  lookAlike: z.string().nullable(),
  /** Why a second person would have to agree, in words. */
  approval: z.string().nullable(),
  suggestedAddress,
  /** Of a case without an address: why it does not simply go back to its sender, in words. */
  doubt: z.string().nullable(),
  /**
   * What of the payment came in another coin, or for another price: `counted` of the refund's coin
   * is what it counts for here.
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
  /** Empty: all that is left. */
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
