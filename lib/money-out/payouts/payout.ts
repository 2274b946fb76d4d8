import type { Decimal } from "@/lib/kernel/money/decimal";
import type { Conversion } from "@/lib/money-in/conversions/conversion";
import type { PayoutStatus } from "@/lib/money-out/payouts/status";
import type { FeePriority } from "@/lib/sending/fees/fee-priority";

/**
 * The swap that funds a payout from another balance: `toAmount` is what is sent and the payout's
 * commission.
 */
export type PayoutConversion = Omit<Conversion, "merchantId">;

/** Money on its way from a merchant's balance to an address outside. */
export type Payout = {
  readonly id: string;
  readonly merchantId: string;
  readonly orderId: string;
  readonly status: PayoutStatus;
  /** As the request wrote it. */
  readonly amountText: string;
  readonly amount: Decimal;
  /** Of `amount`: a coin or a fiat currency. */
  readonly currencyCode: string;
  /** The coin that is sent. */
  readonly payerCode: string;
  readonly networkCode: string;
  readonly address: string;
  readonly memo: string | null;
  readonly isSubtract: boolean;
  readonly priority: FeePriority;
  readonly courseSource: string | null;
  readonly urlCallback: string | null;
  /** Currency of the balance that pays. */
  readonly fromCode: string;
  /** What reaches the address, in `payerCode`. */
  readonly sentAmount: Decimal;
  /** The gateway's, in `payerCode`. */
  readonly commission: Decimal;
  /** Taken from the balance, all fees included, in `fromCode`. */
  readonly debitedAmount: Decimal;
  /** What the balance held right after, in `fromCode`. */
  readonly balanceAfter: Decimal;
  readonly conversion: PayoutConversion | null;
  /** What the commission was priced with. */
  readonly feeQuoteId: string | null;
  /** Known from the moment at which a transaction that carries it is signed. */
  readonly transactionId: string | null;
  /** Why it did not arrive, in words. */
  readonly failure: string | null;
  /** The person who ordered it; null when the machine API did. */
  readonly createdById: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finalAt: Date | null;
};
