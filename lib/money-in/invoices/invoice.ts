import type { Decimal } from "@/lib/kernel/money/decimal";
import type { InvoiceTerms } from "@/lib/money-in/invoices/schema";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";

export type PaymentOutcome = "exact" | "over" | "under" | "late" | "manual";

/** A price offered to the payer. Immutable. */
export type Quote = {
  readonly id: string;
  /** 1 for the first. */
  readonly number: number;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly address: string;
  readonly addressId: bigint;
  readonly payerAmount: Decimal;
  readonly baseAmount: Decimal;
  readonly discount: Decimal;
  /** -99..100: the discount applied, of the invoice or the service; null for none. */
  readonly discountPercent: number | null;
  /**
   * The currency to which the merchant converts this coin when it is credited; null for no
   * conversion.
   */
  readonly convertToCode: string | null;
  /**
   * Expected units of `convertToCode` per unit of the quote's coin, before the conversion's fee;
   * null without a conversion.
   */
  readonly convertRate: Decimal | null;
  readonly rate: Decimal;
  readonly rateSource: string;
  readonly rateAt: Date;
  readonly usdRate: Decimal;
  readonly commissionRate: Decimal;
  readonly commissionFixed: Decimal;
  readonly validUntil: Date;
  readonly createdAt: Date;
};

/** An invoice in the domain model: its terms, with the catalog's codes, and its current state. */
export type Invoice = InvoiceTerms & {
  readonly id: string;
  readonly merchantId: string;
  /** The static wallet, if this is a top-up; null for a requested invoice. */
  readonly walletId: string | null;
  /** The recurring plan, if this is one of its periods; null otherwise. */
  readonly recurrenceId: string | null;
  readonly status: InvoiceStatus;
  readonly paymentOutcome: PaymentOutcome | null;
  /** Confirmed so far, in the current quote's currency. */
  readonly paidAmount: Decimal;
  readonly paidAmountUsd: Decimal;
  /** Credited to the merchant, after commission; null until something was credited. */
  readonly creditedAmount: Decimal | null;
  readonly commissionAmount: Decimal | null;
  readonly transactionId: string | null;
  readonly fromAddress: string | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finalAt: Date | null;
  readonly reversedAt: Date | null;
  readonly currentQuote: Quote | null;
};
