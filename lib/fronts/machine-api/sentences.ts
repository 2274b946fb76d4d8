import type { GatewayReason, Sentences } from "@/lib/kernel/refusals";
import { dollars } from "@/lib/people/guards/refusal-text";

const FORBIDDEN = "You are forbidden";
const OTHER_WAYS = "Use the payout key, or refund on the pages";
const ceiling = (usd: Parameters<typeof dollars>[0]) =>
  `The payment key refunds at most ${dollars(usd)} USD within 24 hours to addresses that did not pay`;

/**
 * The machine API's message for each refusal. Where the specification has a sentence (section
 * "Errors" of each operation), this is that sentence exactly.
 */
export const machineSentences: Sentences<GatewayReason> = {
  network_not_found: "The network was not found",
  currency_not_found: "The currency was not found",
  to_currency_not_found: "Not found service to_currency",
  service_not_found: "The service was not found",
  discount_service_not_found: ({ currency, network }) => `The service ${currency} ${network} was not found`,
  wallet_not_found: "Wallet not found",
  below_minimum: ({ limit, currency }) => `Minimum amount ${limit.toFixed()} ${currency}`,
  above_maximum: ({ limit, currency }) => `Maximum amount ${limit.toFixed()} ${currency}`,
  convert_failed: "Error convert to_currency",
  terminal_not_found: "The terminal was not found",
  price_unavailable: "Gateway error",
  temporarily_unavailable: "Server error",
  payments_blocked: FORBIDDEN,
  payment_not_found: "Payment not found",
  marked_payment_not_found: "Payment not found.",
  payment_not_markable: ({ status, isPaid }) =>
    isPaid ? "The payment is already paid." : `The payment cannot be marked as paid in the status ${status}.`,
  payout_not_found: "Payout not found",
  static_wallet_not_found: "Not found",
  recurrence_not_found: "Recurrence not found",
  delivery_not_found: "Delivery not found",
  notification_not_found: "Notification not found",
  resent_too_often: "Too much resend",
  withdrawal_too_small: "The withdrawal amount is too small",
  not_enough_funds: "Not enough funds",
  not_enough_to_convert: ({ from, to }) => `Not enough balance for convert ${from} to ${to}`,
  refunded_payment_not_found: "Payment was not found",
  refund_wallet_undefined: "Undefined merchant wallet",
  payment_not_completed: "Refunds are made only for completed payments",
  more_than_paid: "The refund amount should not be more than the amount paid",
  refunded_once_only: "You can withdraw only once",
  refund_in_process: "Refund is in process",
  other_refund_in_process: "Refund is in process",
  nothing_to_refund: "Nothing to withdraw",
  refund_too_small: "The amount is too small",
  merchant_wallet_not_found: "Merchant wallet not found",
  user_wallet_not_found: "No found user wallet",
  outflow_blocked: FORBIDDEN,
  daily_limit_unknown: ({ limitUsd, currency }) =>
    `The daily limit of ${dollars(limitUsd)} USD cannot be checked: there is no current exchange rate for ${currency}`,
  daily_limit_reached: ({ limitUsd, worthUsd, leftUsd }) =>
    `This exceeds the daily limit of ${dollars(limitUsd)} USD: it is worth ${dollars(worthUsd)} USD, and ${dollars(leftUsd)} USD left within the last 24 hours`,
  payment_key_new: `The payment key was replaced within the last 24 hours and refunds only to addresses that paid until they are over. ${OTHER_WAYS}`,
  refund_ceiling_unknown: ({ ceilingUsd, currency }) =>
    `${ceiling(ceilingUsd)}, which cannot be checked: there is no current exchange rate for ${currency}`,
  refund_ceiling_reached: ({ ceilingUsd }) => `${ceiling(ceilingUsd)}. ${OTHER_WAYS}`,
  rate_unavailable: ({ from, to }) => `There is no current exchange rate from ${from} to ${to}: try again later`,
  rate_moved: ({ from, to }) =>
    `The exchange rate from ${from} to ${to} has moved too far since this was ordered: cancel it and create it again`,
  not_convertible: ({ currency }) => `${currency} cannot be converted`,
};
