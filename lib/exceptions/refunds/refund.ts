import type { RefundStatus } from "@/lib/exceptions/refunds/status";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";

export const refundErrors = {
  paymentNotFound: () => refusal("refunded_payment_not_found"),
  undefinedWallet: () => refusal("refund_wallet_undefined"),
  notCompleted: () => refusal("payment_not_completed"),
  moreThanPaid: () => refusal("more_than_paid"),
  notEnoughFunds: () => refusal("not_enough_funds"),
  serviceNotFound: () => refusal("service_not_found"),
  onlyOnce: () => refusal("refunded_once_only"),
  inProcess: () => refusal("refund_in_process"),
  nothingToWithdraw: () => refusal("nothing_to_refund"),
  tooSmall: () => refusal("refund_too_small"),
  /** Nothing can be sent by this service right now. */
  serverError: (details: Readonly<Record<string, unknown>>, cause?: unknown) =>
    refusal("temporarily_unavailable", {}, { details, cause }),
} as const;

/**
 * Of a payment from the merchant's balance; of what a blocked wallet holds; of the deposit of a
 * case.
 */
export type RefundKind = "payment" | "wallet" | "case";

/** What a refund is ordered with. It never changes afterwards. */
export type RefundTerms = {
  /** Null for an unmatched deposit: the operator's. */
  readonly merchantId: string | null;
  readonly kind: RefundKind;
  /** One of the three, by kind. */
  readonly invoiceId: string | null;
  readonly walletId: string | null;
  readonly caseId: string | null;
  readonly networkCode: string;
  /** The coin that is sent. */
  readonly currencyCode: string;
  readonly address: string;
  /** Counts against what was paid or is held, whoever bears the fee. */
  readonly amount: Decimal;
  /** What reaches the address. */
  readonly sentAmount: Decimal;
  /** The gateway's, in the coin. */
  readonly commission: Decimal;
  /** The balance that pays, of a payment's refund: the coin's, or USDT; else the coin. */
  readonly fromCode: string;
  /** Taken from it, all fees included. */
  readonly debitedAmount: Decimal;
  readonly isSubtract: boolean;
  readonly feeQuoteId: string | null;
  /** The person who ordered it; null when the machine API or a rule did. */
  readonly createdById: string | null;
};

/** Money on its way back to a payer. */
export type Refund = RefundTerms & {
  readonly id: string;
  readonly status: RefundStatus;
  readonly transactionId: string | null;
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly finalAt: Date | null;
};

/** What was reserved for it, in the coin: what is sent and what the gateway keeps. */
export function coveredAmount(refund: Pick<RefundTerms, "sentAmount" | "commission">): Decimal {
  return refund.sentAmount.plus(refund.commission);
}

/** What a payment's time line tells of a refund that was ordered. */
export function orderedDetail(refund: Refund) {
  return {
    refund: refund.id,
    currency: refund.currencyCode,
    amount: refund.amount.toFixed(),
    sent: refund.sentAmount.toFixed(),
    commission: refund.commission.toFixed(),
    address: refund.address,
  };
}
