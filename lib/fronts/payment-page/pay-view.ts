import type { PayRefundable, PayRefundRequest } from "@/lib/exceptions/refund-requests/pay-refund-requests";
import type { RefundStatus } from "@/lib/exceptions/refunds/status";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import type { AmlStatus } from "@/lib/money-in/questionnaires/schema";
import type { BrandView } from "@/lib/people/brands/brand-view";
import type { ExchangeTerms } from "@/lib/pricing/exchange-terms/exchange-terms";
import type { PayExchange } from "@/lib/pricing/exchange-terms/pay-exchange";

/**
 * What the payment page may know of an invoice, and nothing more: no additional data, no e-mail of
 * a payer, no callback, no commission. Anyone who holds the link can read it.
 */
export type PayView = {
  readonly uuid: string;
  readonly orderId: string;
  readonly status: InvoiceStatus;
  /** Marked as paid by the merchant, without a transaction. */
  readonly isPaidByHand: boolean;
  /**
   * What a personal wallet here paid of it, in the quote's currency; null for nothing. Whose it was
   * is nobody's business.
   */
  readonly internalAmount: Decimal | null;
  /** What paid it came after its time and was accepted. */
  readonly isPaidLate: boolean;
  /** Closed by a person of the merchant before its time, and not renewed since. */
  readonly isCancelledByHand: boolean;
  /** Its time ran out, and the payer may ask for a new price. */
  readonly isRenewable: boolean;
  /**
   * Where the merchant's `latePolicy` accepts late payments: by at most this much the price may
   * have moved.
   */
  readonly lateDriftPercent: number;
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
  /**
   * The shop takes no new payments: no coin can be chosen. What is sent to an address that was
   * given out is credited all the same.
   */
  readonly arePaymentsBlocked: boolean;
  /**
   * What becomes of a payment that comes after the end: held for the merchant, or accepted while
   * the price has hardly moved.
   */
  readonly latePolicy: "hold" | "accept";
  readonly supportContact: string | null;
  readonly brand: BrandView;
  /** Null until a coin is chosen. */
  readonly quote: PayQuote | null;
  readonly quoteCount: number;
  /** Another quote may still be made: their number is limited. */
  readonly mayRequote: boolean;
  /** How many more. */
  readonly changesLeft: number;
  /** Confirmed so far, in the quote's currency. */
  readonly confirmedAmount: Decimal;
  /** Oldest first; deposits that became a case are not among them. */
  readonly deposits: readonly PayDeposit[];
  readonly cases: readonly PayCase[];
  /** Oldest first: of the payment, and of what became a case. */
  readonly refunds: readonly PayRefund[];
  /** What the payer may ask for back. Empty while the invoice is open. */
  readonly refundables: readonly PayRefundable[];
  /** What was asked for, newest first. */
  readonly refundRequests: readonly PayRefundRequest[];
  /** Questions to the payer about what screening holds; null where nothing is asked. */
  readonly questionnaire: PayQuestionnaire | null;
  /**
   * Coins and networks that the invoice leaves open, the most used coins first. Empty when a choice
   * is no longer possible.
   */
  readonly choices: readonly PayChoice[];
  /** What would be among them, were it not for a reason of this moment or of the amount. */
  readonly unavailable: readonly PayUnavailable[];
  /** For payers who send from an exchange; null until a coin is chosen. */
  readonly exchange: PayExchange | null;
};

export type PayQuestionnaire = {
  readonly status: Exclude<AmlStatus, "completed">;
  /** Where they are answered, relative to the origin. */
  readonly path: string;
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
  /** `dust`: it is too small to be spent. */
  readonly kind: "late" | "extra" | "wrong_token" | "wrong_network" | "unmatched" | "locked" | "dust";
  readonly status: "open" | "refunding" | "credited" | "refunded" | "void";
  /** No rule will credit it by itself any more. */
  readonly isJudged: boolean;
  readonly amount: Decimal;
  readonly currency: string;
  readonly networkName: string;
  readonly transactionId: string;
  readonly explorerUrl: string | null;
};

export type PayRefund = {
  readonly status: RefundStatus;
  /** What reaches the address. */
  readonly amount: Decimal;
  readonly currency: string;
  readonly networkName: string;
  /** Beginning and end of where it goes: enough for whoever named it, and no more for others. */
  readonly addressEnds: string;
  /** Null until it is signed. */
  readonly transactionId: string | null;
  readonly explorerUrl: string | null;
};

/** A coin on a network. */
export type PayService = {
  readonly currency: string;
  readonly currencyName: string;
  readonly networkCode: string;
  readonly networkName: string;
  readonly tokenStandard: string | null;
};

export type PayChoice = PayService & {
  /** In percent, below zero an extra; already in the amount. Null for none. */
  readonly discountPercent: number | null;
  /** At the price of this moment; the one that counts is made when the payer chooses. */
  readonly payerAmount: Decimal;
  /** Usual seconds until a payment is final. */
  readonly secondsToFinal: number;
  readonly isCurrent: boolean;
  /**
   * What the network usually takes from the sender, beside the amount; null while that is not
   * known.
   */
  readonly networkFee: PayNetworkFee | null;
  /** What exchanges usually take and ask for; null where that is not known. */
  readonly exchange: ExchangeTerms | null;
};

export type PayNetworkFee = {
  /** In the network's own coin. */
  readonly amount: Decimal;
  readonly currency: string;
  /**
   * The same in `worthCurrency`: the invoice's fiat, else US dollars. Null without a fresh price.
   */
  readonly worth: Decimal | null;
  readonly worthCurrency: string;
};

/** A coin on a network that is allowed and cannot be chosen now. */
export type PayUnavailable = PayService & {
  /**
   * The node does not answer or is behind; there is no fresh price; the amount is outside the
   * service's limits.
   */
  readonly reason: "network" | "price" | "minimum" | "maximum";
  /** The limit that it is outside of, in the coin; null for the other reasons. */
  readonly limit: Decimal | null;
};
