import { AppError } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";

/** The specification's texts, to the letter. */
export const payoutErrors = {
  currencyNotFound: () => new AppError("refused", "The currency was not found"),
  /** The coin cannot be paid out on this network. */
  serviceNotFound: () => new AppError("refused", "The service was not found"),
  /** `to_currency` is no coin that can be paid out, or not what `currency` already says. */
  toCurrencyNotFound: () => new AppError("refused", "Not found service to_currency"),
  /** No rate may be quoted right now, or the gateway does not hold enough of the coin to give it for another. */
  convertFailed: (cause?: unknown) => new AppError("unavailable", "Error convert to_currency", { cause }),
  belowMinimum: (minimum: Decimal, currency: string) =>
    new AppError("refused", `Minimum amount ${minimum.toFixed()} ${currency}`),
  aboveMaximum: (maximum: Decimal, currency: string) =>
    new AppError("refused", `Maximum amount ${maximum.toFixed()} ${currency}`),
  /** The merchant's settings leave the currency out, and no balance of it was ever held. */
  walletNotFound: () => new AppError("refused", "Wallet not found"),
  /** Nothing, or less than the network can carry, is left once the fee is taken out. */
  tooSmall: () => new AppError("refused", "The withdrawal amount is too small"),
  notEnoughFunds: () => new AppError("refused", "Not enough funds"),
  notEnoughToConvert: (from: string, to: string) =>
    new AppError("refused", `Not enough balance for convert ${from} to ${to}`),
  /** No money can leave by this service right now. */
  terminalNotFound: (details: Readonly<Record<string, unknown>>) =>
    new AppError("unavailable", "The terminal was not found", { details }),
  notFound: () => new AppError("not_found", "Payout not found"),
} as const;
