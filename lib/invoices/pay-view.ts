import type { BrandView } from "@/lib/brands/brand-view";
import type { InvoiceStatus } from "@/lib/invoices/status";
import type { Decimal } from "@/lib/money/decimal";

/**
 * What the payment page may know of an invoice, and nothing more: no additional data, no e-mail of a payer, no callback, no
 * commission. Anyone who holds the link can read it.
 */
export type PayView = {
  readonly uuid: string;
  readonly orderId: string;
  readonly status: InvoiceStatus;
  /** Marked as paid by the merchant, without a transaction. */
  readonly isPaidByHand: boolean;
  /** What a personal wallet here paid of it, in the quote's currency; null for nothing. Whose it was is nobody's business. */
  readonly insideAmount: Decimal | null;
  /** A credited payment was taken back by its network and may come again. */
  readonly isReversed: boolean;
  /** As the merchant asked, in `currency`. */
  readonly amount: Decimal;
  readonly currency: string;
  readonly isFiat: boolean;
  /** More than one payment may make up the amount. */
  readonly isPaymentMultiple: boolean;
  /** Underpayment, in percent, that still counts as paid. */
  readonly accuracyPercent: Decimal;
  readonly urlReturn: string | null;
  readonly urlSuccess: string | null;
  readonly createdAt: Date;
  /** From its creation, or from when it was renewed. */
  readonly lifetimeSeconds: number;
  readonly expiresAt: Date;
  readonly finalAt: Date | null;
  readonly merchantName: string;
  readonly supportContact: string | null;
  readonly brand: BrandView;
  /** Null until a coin is chosen. */
  readonly quote: PayQuote | null;
  readonly quoteCount: number;
  /** Another quote may still be made: their number is limited. */
  readonly mayRequote: boolean;
  /** Confirmed so far, in the quote's currency. */
  readonly confirmedAmount: Decimal;
  /** Oldest first; deposits that became a case are not among them. */
  readonly deposits: readonly PayDeposit[];
  readonly cases: readonly PayCase[];
  /** Coins and networks that the invoice leaves open, in the order of the catalog. Empty when a choice is no longer possible. */
  readonly choices: readonly PayChoice[];
};

export type PayNetwork = {
  readonly code: string;
  readonly name: string;
  /** What wallets call this network's tokens; null where it has none. */
  readonly tokenStandard: string | null;
  readonly chainId: bigint | null;
  readonly family: string;
  readonly confirmations: number;
  readonly blockSeconds: number;
  readonly isSandbox: boolean;
  /** The node answers and keeps up; otherwise what is seen here may be late. */
  readonly isReady: boolean;
};

export type PayQuote = {
  readonly id: string;
  readonly currency: string;
  readonly currencyName: string;
  readonly network: PayNetwork;
  readonly address: string;
  /** What the payer owes in all. */
  readonly payerAmount: Decimal;
  /** In percent, below zero an extra; already in the amount. Null for none. */
  readonly discountPercent: number | null;
  /** Decimals of what a payer can be asked for. */
  readonly payableDecimals: number;
  /** Decimals of the coin on its network. */
  readonly decimals: number;
  /** Null for the network's own coin. */
  readonly contract: string | null;
};

export type PayDeposit = {
  readonly transactionId: string;
  readonly explorerUrl: string | null;
  readonly amount: Decimal;
  readonly currency: string;
  readonly networkCode: string;
  readonly networkName: string;
  readonly status: "seen" | "confirmed" | "vanished";
  /** Depth now; the block of the transaction counts as one, zero while it waits for a block. */
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  readonly seenAt: Date;
  /** The same value in the current quote's currency. */
  readonly worth: Decimal;
};

export type PayCase = {
  /** Short and readable: what a payer quotes to the merchant. */
  readonly reference: string;
  readonly kind: "late" | "extra" | "wrong_token" | "wrong_network" | "unmatched" | "locked";
  readonly status: "open" | "refunding" | "credited" | "refunded" | "void";
  readonly amount: Decimal;
  readonly currency: string;
  readonly networkName: string;
  readonly transactionId: string;
  readonly explorerUrl: string | null;
};

export type PayChoice = {
  readonly currency: string;
  readonly currencyName: string;
  readonly networkCode: string;
  readonly networkName: string;
  readonly tokenStandard: string | null;
  /** In percent, below zero an extra; already in the amount. Null for none. */
  readonly discountPercent: number | null;
  /** At the price of this moment; the one that counts is made when the payer chooses. */
  readonly payerAmount: Decimal;
  /** Usual seconds until a payment is final. */
  readonly secondsToFinal: number;
  readonly isCurrent: boolean;
};
