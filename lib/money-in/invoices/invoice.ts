import type { Decimal } from "@/lib/kernel/money/decimal";
import type { InvoiceTerms } from "@/lib/money-in/invoices/schema";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";

export type PaymentOutcome = "exact" | "over" | "under" | "late" | "manual";

/** A price that was offered to the payer. Never changed. */
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
  /** -99..100 that it was priced with, of the invoice or of the service; null when none. */
  readonly discountPercent: number | null;
  /**
   * What the merchant has this coin converted to as it is credited; null: it is credited as it
   * comes.
   */
  readonly convertToCode: string | null;
  /**
   * Expected units of that for one unit of the quote's coin, before the conversion's fee; null
   * without a conversion.
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

/**
 * An invoice as the domain sees it: what was asked for, with the catalog's codes, and what has
 * become of it.
 */
export type Invoice = InvoiceTerms & {
  readonly id: string;
  readonly merchantId: string;
  /** The static wallet that this is a top-up of; null for a request. */
  readonly walletId: string | null;
  /** The plan of recurring payments that this is a period of; null for any other. */
  readonly recurrenceId: string | null;
  readonly status: InvoiceStatus;
  readonly paymentOutcome: PaymentOutcome | null;
  /** Confirmed so far, in the current quote's currency. */
  readonly paidAmount: Decimal;
  readonly paidAmountUsd: Decimal;
  /** To the merchant, after commission; null until something was credited. */
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
