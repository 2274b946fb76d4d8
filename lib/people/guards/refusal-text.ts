import type { AppError } from "@/lib/kernel/errors";
import { Decimal } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { type GatewayReason, isRefusal, type PayerReason, type Sentences, sentenceOf } from "@/lib/kernel/refusals";

const CENTS = 2;

/** Formats US dollars for limits and refusals: two decimals. */
export function dollars(amount: Decimal): string {
  return amount.toFixed(CENTS, Decimal.ROUND_HALF_EVEN);
}

const usd = (amount: Decimal) => moneyText(dollars(amount), "USD");

/** Why outflows are blocked, by the guards' own names (lib/people/guards/repo.ts). */
const OBSTACLES: Readonly<Record<string, string>> = {
  isMerchantBlocked: "The operator has stopped outgoing transfers of this merchant. Contact the operator.",
  isOwnerBlocked: "The owner of this merchant is suspended. Contact the operator.",
  isPasswordNew:
    "A member who can pay out changed their password within the last 24 hours. Outgoing transfers resume when the 24 hours are over.",
  isKeyNew:
    "The payout key was rotated within the last 24 hours. Outgoing transfers resume when the 24 hours are over.",
  isLimitLoosened:
    "An outgoing limit or a signature requirement was loosened within the last 24 hours. Outgoing transfers resume when the 24 hours are over.",
};
const NOTHING_LEAVES = "Outgoing transfers are not possible at the moment.";

const CONVERT_LATER =
  "The conversion is not available right now. Try again in a minute, or pay from a balance in this coin.";
const LATER = "Nothing can be sent on this network right now. Try again later.";
const NO_BALANCE = "You have no balance in this currency yet.";
const NOT_SENT = "This coin cannot be sent on this network.";
const REFUND_UNDER_WAY = "A refund is already in progress. Wait until it completes.";
const NO_PAYMENT = "Payment not found.";

/** Includes some payer reasons: merchants decide on payers' refund requests. */
type PageReason = GatewayReason | Extract<PayerReason, `refund_request_${string}`>;

const SENTENCES: Sentences<PageReason> = {
  network_not_found: "There is no network with this code.",
  currency_not_found: "There is no currency with this code.",
  to_currency_not_found: "There is no coin with this code.",
  service_not_found: NOT_SENT,
  discount_service_not_found: "This coin is not offered here.",
  wallet_not_found: NO_BALANCE,
  below_minimum: ({ limit, currency }) => `The minimum is ${moneyText(limit.toFixed(), currency)}.`,
  above_maximum: ({ limit, currency }) => `The maximum is ${moneyText(limit.toFixed(), currency)}.`,
  convert_failed: CONVERT_LATER,
  terminal_not_found: LATER,
  price_unavailable: "There is no current price for this coin. Try again in a minute.",
  temporarily_unavailable: LATER,
  payments_blocked: "The operator of this gateway has stopped new payments.",
  payment_not_found: NO_PAYMENT,
  marked_payment_not_found: NO_PAYMENT,
  payment_not_markable: ({ isPaid }) =>
    isPaid ? "This payment is already paid." : "This payment can no longer be marked as paid.",
  payout_not_found: "Payout not found.",
  static_wallet_not_found: "Static wallet not found.",
  recurrence_not_found: "Recurring payment not found.",
  delivery_not_found: "Delivery not found.",
  notification_not_found: "No webhook was sent for this payment.",
  resent_too_often: "It was already resent ten times, which is the maximum.",
  withdrawal_too_small: "The amount is too small to cover the network fee.",
  not_enough_funds: "The balance is too low for this amount plus fees.",
  not_enough_to_convert: "The balance is too low for this amount plus fees.",
  refunded_payment_not_found: NO_PAYMENT,
  refund_wallet_undefined: NO_BALANCE,
  payment_not_completed: "Only a closed payment with a credited amount can be refunded.",
  more_than_paid: "The amount exceeds what can still be refunded.",
  refunded_once_only: "The held payments of this wallet were already refunded. This is possible once.",
  refund_in_process: REFUND_UNDER_WAY,
  other_refund_in_process: REFUND_UNDER_WAY,
  nothing_to_refund: "This wallet has no held payments to refund.",
  refund_too_small: "The amount is too small to cover the network fee.",
  merchant_wallet_not_found: "Your settings exclude this coin from the business wallet.",
  user_wallet_not_found: "There is no personal wallet in this coin.",
  outflow_blocked: (obstacles) => {
    const name = Object.keys(OBSTACLES).find((key) => obstacles[key] === true);
    return (name && OBSTACLES[name]) ?? NOTHING_LEAVES;
  },
  daily_limit_unknown: ({ limitUsd, currency }) =>
    `The 24-hour limit of ${usd(limitUsd)} can't be checked: there is no current exchange rate for ${currency}.`,
  daily_limit_reached: ({ limitUsd, worthUsd, leftUsd }) =>
    `This exceeds the 24-hour limit of ${usd(limitUsd)}: it is worth ${usd(worthUsd)}, and ${usd(leftUsd)} was already sent in the last 24 hours.`,
  payment_key_new:
    "The payment key was rotated within the last 24 hours. Until the 24 hours are over, it can only refund to addresses that paid.",
  refund_ceiling_unknown: ({ ceilingUsd, currency }) =>
    `The payment key can refund at most ${usd(ceilingUsd)} in 24 hours to addresses that did not pay. This can't be checked: there is no current exchange rate for ${currency}.`,
  refund_ceiling_reached: ({ ceilingUsd }) =>
    `The payment key can refund at most ${usd(ceilingUsd)} in 24 hours to addresses that did not pay.`,
  rate_unavailable: ({ from, to }) => `There is no current exchange rate from ${from} to ${to}. Try again later.`,
  rate_moved: ({ from, to }) =>
    `The exchange rate from ${from} to ${to} has moved too far since this was created. Cancel it and create it again.`,
  not_convertible: ({ currency }) => `${currency} cannot be converted.`,
  refund_request_nothing: "Nothing is left to refund.",
  refund_request_waiting: "Another refund request for this payment is already pending.",
  refund_request_too_small: "The amount is too small to cover the network fee.",
  refund_request_too_often: "Too many refund requests today. Try again tomorrow.",
  refund_request_no_proof: "The requester could not be verified as the payer.",
  refund_request_unknown: "Request not found.",
  refund_request_over: "This request has expired.",
  refund_request_not_signed: "This is not signed by the wallet that paid.",
  refund_request_decided: "This request was already decided.",
};

/** For a reason that only payers' pages should meet. */
const REFUSED = "This is not possible at the moment.";

/**
 * Returns the text of an expected error for merchants and operators, on their pages and in what is
 * stored for these: the sentence of a refusal's reason, else the error's own message. Some forms
 * have a more specific text.
 */
export function errorText(error: AppError): string {
  return isRefusal(error) ? (sentenceOf(SENTENCES, error) ?? REFUSED) : error.message;
}
