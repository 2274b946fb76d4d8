import { AppError } from "@/lib/errors";
import type { Decimal } from "@/lib/money/decimal";

/** The specification's texts, to the letter. */
export const coinErrors = {
  networkNotFound: () => new AppError("refused", "The network was not found"),
  currencyNotFound: () => new AppError("refused", "The currency was not found"),
  toCurrencyNotFound: () => new AppError("refused", "Not found service to_currency"),
  serviceNotFound: () => new AppError("refused", "The service was not found"),
  convertFailed: (cause?: unknown) => new AppError("unavailable", "Error convert to_currency", { cause }),
  /** No node, a lagging one, or no address ready: nobody can be paid right now. */
  terminalNotFound: (details?: Record<string, unknown>) =>
    new AppError("unavailable", "The terminal was not found", details ? { details } : {}),
  /** No fresh price. */
  gatewayError: (cause?: unknown) => new AppError("unavailable", "Gateway error", { cause }),
  belowMinimum: (minimum: Decimal, currency: string) =>
    new AppError("refused", `Minimum amount ${minimum.toFixed()} ${currency}`),
  aboveMaximum: (maximum: Decimal, currency: string) =>
    new AppError("refused", `Maximum amount ${maximum.toFixed()} ${currency}`),
} as const;
