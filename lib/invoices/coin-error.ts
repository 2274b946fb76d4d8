import { AppError } from "@/lib/errors";
import type { Decimal } from "@/lib/money/decimal";

/** The specification's texts, to the letter. */
export const coinErrors = {
  networkNotFound: () => new AppError("refused", "The network was not found"),
  currencyNotFound: () => new AppError("refused", "The currency was not found"),
  toCurrencyNotFound: () => new AppError("refused", "Not found service to_currency"),
  serviceNotFound: () => new AppError("refused", "The service was not found"),
  /** The merchant's own list of accepted coins leaves it out: no wallet of theirs takes it. */
  walletNotFound: () => new AppError("refused", "Wallet not found"),
  /** No source has ever priced one of the two. */
  convertFailed: (cause?: unknown) => new AppError("unavailable", "Error convert to_currency", { cause }),
  /** No node, a lagging one, or no address ready: nobody can be paid right now. */
  terminalNotFound: (details?: Record<string, unknown>) =>
    new AppError("unavailable", "The terminal was not found", details ? { details } : {}),
  /** A price is known, but too old or doubtful; or the payer's choice has none. */
  gatewayError: (cause?: unknown) => new AppError("unavailable", "Gateway error", { cause }),
  belowMinimum: (minimum: Decimal, currency: string) =>
    new AppError("refused", `Minimum amount ${minimum.toFixed()} ${currency}`),
  aboveMaximum: (maximum: Decimal, currency: string) =>
    new AppError("refused", `Maximum amount ${maximum.toFixed()} ${currency}`),
  /** The database cannot take the write at this moment; the same call may be made again. */
  serverError: (cause: unknown) => new AppError("unavailable", "Server error", { cause }),
} as const;

/** Says that an amount is outside of a service's limits. */
export function isLimitError(error: AppError): boolean {
  return error.code === "refused" && /^M(in|ax)imum amount /.test(error.message);
}
