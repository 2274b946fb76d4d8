import { AppError, type AppErrorOptions, type ErrorCode } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";

/**
 * Reasons for which the gateway refuses a request of a shop or its users, with the class of each.
 * Every front has its own message for each reason.
 */
const GATEWAY_REFUSALS = {
  network_not_found: "refused",
  currency_not_found: "refused",
  /** `to_currency` is not a coin for payments or payouts, or contradicts the rest of the call. */
  to_currency_not_found: "refused",
  /** The coin is not offered on this network. */
  service_not_found: "refused",
  discount_service_not_found: "refused",
  /** The merchant's settings exclude the coin. */
  wallet_not_found: "refused",
  below_minimum: "refused",
  above_maximum: "refused",
  /**
   * No source has ever priced one of the two, or the gateway does not hold enough of the coin for
   * the conversion.
   */
  convert_failed: "unavailable",
  /** No node, a lagging node, or no address available: no payment is possible here now. */
  terminal_not_found: "unavailable",
  /** A price exists, but is outdated or doubtful; or the payer's choice has none. */
  price_unavailable: "unavailable",
  /**
   * The database cannot accept the write, or nothing can be sent, at the moment; the same call may
   * be retried.
   */
  temporarily_unavailable: "unavailable",
  /** The operator has blocked the merchant's payments, or the merchant's owner. */
  payments_blocked: "forbidden",
  payment_not_found: "not_found",
  marked_payment_not_found: "not_found",
  payment_not_markable: "refused",
  payout_not_found: "not_found",
  static_wallet_not_found: "not_found",
  recurrence_not_found: "not_found",
  delivery_not_found: "not_found",
  notification_not_found: "refused",
  resent_too_often: "refused",
  /** After the fee, nothing is left of a payout, or less than the network supports. */
  withdrawal_too_small: "refused",
  not_enough_funds: "refused",
  not_enough_to_convert: "refused",
  refunded_payment_not_found: "not_found",
  refund_wallet_undefined: "refused",
  payment_not_completed: "refused",
  more_than_paid: "refused",
  refunded_once_only: "refused",
  refund_in_process: "refused",
  /** A refund of the same payment; once it has finished, something may be left to refund. */
  other_refund_in_process: "unavailable",
  nothing_to_refund: "refused",
  refund_too_small: "refused",
  merchant_wallet_not_found: "refused",
  user_wallet_not_found: "refused",
  /** No money may leave the merchant at all. */
  outflow_blocked: "forbidden",
  daily_limit_unknown: "unavailable",
  daily_limit_reached: "refused",
  payment_key_new: "refused",
  refund_ceiling_unknown: "unavailable",
  refund_ceiling_reached: "refused",
  rate_unavailable: "unavailable",
  rate_moved: "refused",
  not_convertible: "refused",
} as const satisfies Record<string, ErrorCode>;

/** Reasons for which a payer's pages refuse a request. */
const PAYER_REFUSALS = {
  invoice_closed: "refused",
  payment_moving: "refused",
  shop_closed: "refused",
  coin_changed_too_often: "refused",
  renewal_impossible: "refused",
  renewal_needs_shop: "refused",
  renewal_paid: "refused",
  renewed_too_often: "refused",
  /** Payment from the payer's balance here: nothing was debited. */
  balance_checked: "refused",
  balance_invoice_closed: "refused",
  balance_payment_moving: "refused",
  balance_no_coin: "refused",
  balance_time_over: "refused",
  balance_nothing_left: "refused",
  balance_account_inactive: "refused",
  balance_password_new: "refused",
  balance_shop_closed: "refused",
  balance_amount_changed: "refused",
  balance_too_small: "refused",
  refund_request_nothing: "refused",
  refund_request_waiting: "refused",
  refund_request_too_small: "refused",
  refund_request_too_often: "refused",
  refund_request_no_proof: "refused",
  refund_request_unknown: "not_found",
  refund_request_over: "refused",
  refund_request_not_signed: "refused",
  refund_request_decided: "refused",
  plan_email_wrong: "refused",
  plan_link_too_often: "refused",
  plan_no_mail: "refused",
  plan_shop_closed: "forbidden",
  plan_link_unknown: "not_found",
  plan_link_over: "refused",
  plan_ended: "refused",
  /** A payment link that is switched off or has ended. */
  link_closed: "refused",
  link_sold_out: "refused",
  /** More pieces were asked for than are left. */
  link_few_left: "refused",
  link_amount_wrong: "refused",
  link_quantity_wrong: "refused",
  link_note_wrong: "refused",
  link_email_wrong: "refused",
  /** The form was submitted before, with another amount or quantity. */
  link_form_used: "refused",
  link_too_often: "refused",
  /** A bill that was cancelled. */
  bill_closed: "refused",
  bill_paid: "refused",
  bill_too_often: "refused",
} as const satisfies Record<string, ErrorCode>;

const CODES = { ...GATEWAY_REFUSALS, ...PAYER_REFUSALS } as const;

export type GatewayReason = keyof typeof GATEWAY_REFUSALS;
export type PayerReason = keyof typeof PAYER_REFUSALS;
export const PAYER_REASONS = Object.keys(PAYER_REFUSALS) as readonly PayerReason[];
export const GATEWAY_REASONS = Object.keys(GATEWAY_REFUSALS) as readonly GatewayReason[];
export type Reason = GatewayReason | PayerReason;

type Limit = { readonly limit: Decimal; readonly currency: string };
type Pair = { readonly from: string; readonly to: string };

/** Values that the message of a reason needs. Amounts named `Usd` are in US dollars. */
type OwnTerms = {
  discount_service_not_found: { readonly currency: string; readonly network: string };
  below_minimum: Limit;
  above_maximum: Limit;
  payment_not_markable: { readonly status: string; readonly isPaid: boolean };
  not_enough_to_convert: Pair;
  /** The guards that block it. */
  outflow_blocked: Readonly<Record<string, boolean>>;
  daily_limit_unknown: { readonly limitUsd: Decimal; readonly currency: string };
  daily_limit_reached: { readonly limitUsd: Decimal; readonly worthUsd: Decimal; readonly leftUsd: Decimal };
  refund_ceiling_unknown: { readonly ceilingUsd: Decimal; readonly currency: string };
  refund_ceiling_reached: { readonly ceilingUsd: Decimal };
  rate_unavailable: Pair;
  rate_moved: Pair;
  not_convertible: { readonly currency: string };
};
type NoTerms = Readonly<Record<string, never>>;
export type RefusalTerms<Name extends Reason> = Name extends keyof OwnTerms ? OwnTerms[Name] : NoTerms;

/**
 * A refusal with its reason. Its message names the reason for logs and tests, and is never
 * displayed.
 */
export class Refusal<Name extends Reason = Reason> extends AppError {
  readonly reason: Name;
  readonly terms: RefusalTerms<Name>;

  constructor(reason: Name, terms: RefusalTerms<Name>, options?: AppErrorOptions) {
    super(CODES[reason], [reason, ...Object.entries(terms).flatMap(termText)].join(" "), options);
    this.reason = reason;
    this.terms = terms;
  }
}

/** For the message: a value as is; for a boolean its name if true. */
function termText([name, value]: [string, unknown]): readonly string[] {
  if (typeof value === "boolean") return value ? [name] : [];
  return [String(value)];
}

/**
 * Creates the refusal for a reason, with the values its messages need; `options` are for the log.
 */
export function refusal<Name extends Reason>(
  reason: Name,
  ...[terms, options]: Name extends keyof OwnTerms
    ? [terms: OwnTerms[Name], options?: AppErrorOptions]
    : [terms?: NoTerms, options?: AppErrorOptions]
): Refusal<Name> {
  return new Refusal(reason, (terms ?? {}) as RefusalTerms<Name>, options);
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal;
}

/** Whether an error is a refusal for one of these reasons. */
export function isRefusedFor<Name extends Reason>(error: unknown, ...reasons: readonly Name[]): error is Refusal<Name> {
  return isRefusal(error) && (reasons as readonly Reason[]).includes(error.reason);
}

/** A front's message for each of these reasons: a text, or a function of the refusal's values. */
export type Sentences<Names extends Reason> = {
  readonly [Name in Names]: string | ((terms: RefusalTerms<Name>) => string);
};

/** Returns a table's message for a refusal; null if it has none. */
export function sentenceOf<Names extends Reason>(sentences: Sentences<Names>, refusal: Refusal): string | null {
  if (!Object.hasOwn(sentences, refusal.reason)) return null;
  const sentence = sentences[refusal.reason as Names] as string | ((terms: unknown) => string);
  return typeof sentence === "string" ? sentence : sentence(refusal.terms);
}
