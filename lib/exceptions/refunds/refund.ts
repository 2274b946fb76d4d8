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
  /** Nothing can be sent by this service at the moment. */
  serverError: (details: Readonly<Record<string, unknown>>, cause?: unknown) =>
    refusal("temporarily_unavailable", {}, { details, cause }),
} as const;

/**
 * Of a payment, from the merchant's balance; of the funds held by a blocked wallet; of the deposit
 * of a case.
 */
export type RefundKind = "payment" | "wallet" | "case";

/** The immutable terms of a refund. */
export type RefundTerms = {
  /** Null for an unmatched deposit, which belongs to the operator. */
  readonly merchantId: string | null;
  readonly kind: RefundKind;
  /** One of the three, depending on the kind. */
  readonly invoiceId: string | null;
  readonly walletId: string | null;
  readonly caseId: string | null;
  readonly networkCode: string;
  /** The coin that is sent. */
  readonly currencyCode: string;
  readonly address: string;
  /** Counts against the amount paid or held, whoever bears the fee. */
  readonly amount: Decimal;
  /** The amount that arrives at the address. */
  readonly sentAmount: Decimal;
  /** The gateway's fee, in the coin. */
  readonly commission: Decimal;
  /** The currency of the debit: for a payment's refund the coin or USDT; otherwise the coin. */
  readonly fromCode: string;
  /** Debited from that balance, including all fees. */
  readonly debitedAmount: Decimal;
  readonly isSubtract: boolean;
  readonly feeQuoteId: string | null;
  /** The user who created it; null for the machine API or a rule. */
  readonly createdById: string | null;
};

/** A refund to a payer. */
export type Refund = RefundTerms & {
  readonly id: string;
  readonly status: RefundStatus;
  readonly transactionId: string | null;
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly finalAt: Date | null;
};

/**
 * Returns the amount reserved for it, in the coin: the amount sent and the gateway's commission.
 */
export function coveredAmount(refund: Pick<RefundTerms, "sentAmount" | "commission">): Decimal {
  return refund.sentAmount.plus(refund.commission);
}

/** Returns the details of a new refund for a payment's timeline. */
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
