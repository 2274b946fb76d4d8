import type { RefundStatus } from "@/lib/exceptions/refunds/status";
import { AppError } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";

/** The specification's texts, to the letter. */
export const refundErrors = {
  paymentNotFound: () => new AppError("not_found", "Payment was not found"),
  undefinedWallet: () => new AppError("refused", "Undefined merchant wallet"),
  notCompleted: () => new AppError("refused", "Refunds are made only for completed payments"),
  moreThanPaid: () => new AppError("refused", "The refund amount should not be more than the amount paid"),
  notEnoughFunds: () => new AppError("refused", "Not enough funds"),
  serviceNotFound: () => new AppError("refused", "The service was not found"),
  onlyOnce: () => new AppError("refused", "You can withdraw only once"),
  inProcess: () => new AppError("refused", "Refund is in process"),
  nothingToWithdraw: () => new AppError("refused", "Nothing to withdraw"),
  tooSmall: () => new AppError("refused", "The amount is too small"),
  /** Nothing can be sent by this service right now. */
  serverError: (details: Readonly<Record<string, unknown>>, cause?: unknown) =>
    new AppError("unavailable", "Server error", { details, cause }),
} as const;

/** Of a payment from the merchant's balance; of what a blocked wallet holds; of the deposit of a case. */
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
