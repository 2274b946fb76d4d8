import type { Decimal } from "@/lib/kernel/money/decimal";
import type { Conversion } from "@/lib/money-in/conversions/conversion";
import type { PayoutStatus } from "@/lib/money-out/payouts/status";
import type { FeePriority } from "@/lib/sending/fees/fee-priority";

/**
 * The conversion that funds a payout from another balance: `toAmount` is the amount sent plus the
 * payout's commission.
 */
export type PayoutConversion = Omit<Conversion, "merchantId">;

/** A payout from a merchant's balance to an external address. */
export type Payout = {
  readonly id: string;
  readonly merchantId: string;
  readonly orderId: string;
  readonly status: PayoutStatus;
  /** As written in the request. */
  readonly amountText: string;
  readonly amount: Decimal;
  /** Currency of `amount`: a coin or a fiat currency. */
  readonly currencyCode: string;
  /** The coin that is sent. */
  readonly payerCode: string;
  readonly networkCode: string;
  readonly address: string;
  readonly memo: string | null;
  readonly isSubtract: boolean;
  readonly priority: FeePriority;
  readonly requestedRateSource: string | null;
  readonly urlCallback: string | null;
  /** Currency of the balance that pays. */
  readonly fromCode: string;
  /** The amount that arrives at the address, in `payerCode`. */
  readonly sentAmount: Decimal;
  /** The gateway's fee, in `payerCode`. */
  readonly commission: Decimal;
  /** Debited from the balance, including all fees, in `fromCode`. */
  readonly debitedAmount: Decimal;
  /** The balance right after the debit, in `fromCode`. */
  readonly balanceAfter: Decimal;
  readonly conversion: PayoutConversion | null;
  /** The quote on which the commission is based. */
  readonly feeQuoteId: string | null;
  /** Set once a transaction is signed. */
  readonly transactionId: string | null;
  /** Why it did not arrive, as text. */
  readonly failure: string | null;
  /** The user who created it; null for the machine API. */
  readonly createdById: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finalAt: Date | null;
};
