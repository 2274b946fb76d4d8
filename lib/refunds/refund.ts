import type { Decimal } from "@/lib/money/decimal";
import type { RefundStatus } from "@/lib/refunds/status";

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
