import type { Decimal } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";

export const payoutErrors = {
  currencyNotFound: () => refusal("currency_not_found"),
  /** The coin cannot be paid out on this network. */
  serviceNotFound: () => refusal("service_not_found"),
  /** `to_currency` is no coin that can be paid out, or not what `currency` already says. */
  toCurrencyNotFound: () => refusal("to_currency_not_found"),
  /** No rate may be quoted right now, or the gateway does not hold enough of the coin to give it for another. */
  convertFailed: (cause?: unknown) => refusal("convert_failed", {}, { cause }),
  belowMinimum: (minimum: Decimal, currency: string) => refusal("below_minimum", { limit: minimum, currency }),
  aboveMaximum: (maximum: Decimal, currency: string) => refusal("above_maximum", { limit: maximum, currency }),
  /** The merchant's settings leave the currency out, and no balance of it was ever held. */
  walletNotFound: () => refusal("wallet_not_found"),
  /** Nothing, or less than the network can carry, is left once the fee is taken out. */
  tooSmall: () => refusal("withdrawal_too_small"),
  notEnoughFunds: () => refusal("not_enough_funds"),
  notEnoughToConvert: (from: string, to: string) => refusal("not_enough_to_convert", { from, to }),
  /** No money can leave by this service right now. */
  terminalNotFound: (details: Readonly<Record<string, unknown>>) => refusal("terminal_not_found", {}, { details }),
  notFound: () => refusal("payout_not_found"),
} as const;
