import type { PayRefundable, PayRefundRequest } from "@/lib/exceptions/refund-requests/pay-refund-requests";
import type { RefundStatus } from "@/lib/exceptions/refunds/status";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import type { AmlStatus } from "@/lib/money-in/questionnaires/schema";
import type { BrandView } from "@/lib/people/brands/brand-view";
import type { ExchangeTerms } from "@/lib/pricing/exchange-terms/exchange-terms";
import type { PayExchange } from "@/lib/pricing/exchange-terms/pay-exchange";

/**
 * The public fields of an invoice on its payment page, and nothing else: no additional data, no
 * e-mail of a payer, no callback, no commission. Anyone who holds the link can read it.
 */
export type PayView = {
  readonly uuid: string;
  readonly orderId: string;
  readonly status: InvoiceStatus;
  /** Marked as paid by the merchant, without a transaction. */
  readonly isPaidByHand: boolean;
  /**
   * Amount paid from a personal wallet, in the quote's currency; null if none was. The wallet's
   * owner is not public.
   */
  readonly internalAmount: Decimal | null;
  /** It was paid after its time, and the payment was accepted. */
  readonly isPaidLate: boolean;
  /** Cancelled by a member of the merchant before its time, and not renewed since. */
  readonly isCancelledByHand: boolean;
  /** It expired, and the payer may request a new price. */
  readonly isRenewable: boolean;
  /** With `latePolicy` `accept`: the maximum price change in percent. */
  readonly lateDriftPercent: number;
  /** A credited payment was reversed by its network and may reappear. */
  readonly isReversed: boolean;
  /** As requested by the merchant, in `currency`. */
  readonly amount: Decimal;
  readonly currency: string;
  readonly isFiat: boolean;
  /** Several payments may add up to the amount. */
  readonly isPaymentMultiple: boolean;
  /** Underpayment, in percent, that still counts as paid. */
  readonly accuracyPercent: Decimal;
  readonly urlReturn: string | null;
  readonly urlSuccess: string | null;
  readonly createdAt: Date;
  /** From its creation or renewal. */
  readonly lifetimeSeconds: number;
  readonly expiresAt: Date;
  readonly finalAt: Date | null;
  readonly merchantName: string;
  /**
   * The shop takes no new payments: no coin can be chosen. Deposits to addresses already given out
   * are still credited.
   */
  readonly arePaymentsBlocked: boolean;
  /**
   * What happens to a payment after the end: held for the merchant, or accepted if the price has
   * hardly moved.
   */
  readonly latePolicy: "hold" | "accept";
  readonly supportContact: string | null;
  readonly brand: BrandView;
  /** Null until a coin is chosen. */
  readonly quote: PayQuote | null;
  readonly quoteCount: number;
  /** The payer may get another quote: their number is limited. */
  readonly mayRequote: boolean;
  /** How many more quotes. */
  readonly changesLeft: number;
  /** Confirmed so far, in the quote's currency. */
  readonly confirmedAmount: Decimal;
  /** Oldest first; excludes deposits that became a case. */
  readonly deposits: readonly PayDeposit[];
  readonly cases: readonly PayCase[];
  /** Oldest first; of the payment and of its cases. */
  readonly refunds: readonly PayRefund[];
  /** Amounts whose refund the payer may request. Empty while the invoice is open. */
  readonly refundables: readonly PayRefundable[];
  /** Refund requests, newest first. */
  readonly refundRequests: readonly PayRefundRequest[];
  /** Questions to the payer about a deposit held by screening; null if there are none. */
  readonly questionnaire: PayQuestionnaire | null;
  /**
   * The coins and networks that the payer may choose, most used coins first. Empty when a choice is
   * no longer possible.
   */
  readonly choices: readonly PayChoice[];
  /** Choices that are unavailable, temporarily or because of the amount. */
  readonly unavailable: readonly PayUnavailable[];
  /** For payers who send from an exchange; null until a coin is chosen. */
  readonly exchange: PayExchange | null;
};

/**
 * The part of a view that follows from the rows of its invoice, without what is offered at current
 * prices and without what only decorates the page.
 */
export type PayCore = Omit<PayView, "brand" | "choices" | "unavailable" | "exchange">;

export type PayQuestionnaire = {
  readonly status: Exclude<AmlStatus, "completed">;
  /** Where the payer answers them, relative to the origin. */
  readonly path: string;
};

export type PayNetwork = {
  readonly code: string;
  readonly name: string;
  /** What wallets call this network's tokens; null if it has none. */
  readonly tokenStandard: string | null;
  readonly chainId: bigint | null;
  readonly family: string;
  readonly confirmations: number;
  readonly blockSeconds: number;
  readonly isSandbox: boolean;
  /** The node responds and is synced; otherwise payments may appear late. */
  readonly isReady: boolean;
};

export type PayQuote = {
  readonly id: string;
  readonly currency: string;
  readonly currencyName: string;
  readonly network: PayNetwork;
  readonly address: string;
  /** The payer's total amount due. */
  readonly payerAmount: Decimal;
  /** In percent, negative for a surcharge; included in the amount. Null for none. */
  readonly discountPercent: number | null;
  /** Decimals of the amount a payer can be asked for. */
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
  /** Current depth; the block of the transaction counts as one, zero before inclusion. */
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  readonly seenAt: Date;
  /** The same value in the current quote's currency. */
  readonly worth: Decimal;
};

export type PayCase = {
  /** Short and readable, for the payer to quote to the merchant. */
  readonly reference: string;
  /** `dust`: too small to be spent. */
  readonly kind: "late" | "extra" | "wrong_token" | "wrong_network" | "unmatched" | "locked" | "dust";
  readonly status: "open" | "refunding" | "credited" | "refunded" | "void";
  /** No rule will credit it automatically any more. */
  readonly isJudged: boolean;
  readonly amount: Decimal;
  readonly currency: string;
  readonly networkName: string;
  readonly transactionId: string;
  readonly explorerUrl: string | null;
};

export type PayRefund = {
  readonly status: RefundStatus;
  /** The amount that arrives at the address. */
  readonly amount: Decimal;
  readonly currency: string;
  readonly networkName: string;
  /**
   * Start and end of the destination: enough for its owner to recognise, and no more for others.
   */
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
  /** In percent, negative for a surcharge; included in the amount. Null for none. */
  readonly discountPercent: number | null;
  /** At the current price; the binding quote is created when the payer chooses. */
  readonly payerAmount: Decimal;
  /** Typical time until a payment is final, in seconds. */
  readonly secondsToFinal: number;
  readonly isCurrent: boolean;
  /** What the network typically charges the sender, on top of the amount; null while unknown. */
  readonly networkFee: PayNetworkFee | null;
  /** Typical limits and fees of exchanges; null if unknown. */
  readonly exchange: ExchangeTerms | null;
};

export type PayNetworkFee = {
  /** In the network's native coin. */
  readonly amount: Decimal;
  readonly currency: string;
  /**
   * The value in `worthCurrency`: the invoice's fiat currency, otherwise US dollars. Null without a
   * fresh price.
   */
  readonly worth: Decimal | null;
  readonly worthCurrency: string;
};

/** An allowed coin on a network that cannot be chosen now. */
export type PayUnavailable = PayService & {
  /**
   * The node does not respond or lags; there is no fresh price; the amount is outside the service's
   * limits.
   */
  readonly reason: "network" | "price" | "minimum" | "maximum";
  /** The violated limit, in the coin; null for the other reasons. */
  readonly limit: Decimal | null;
};
