import { sqlState } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";

/** Connection lost, resources used up, shut down or cancelled; a lock or a conflict that did not clear. By class or whole SQLSTATE. */
const TEMPORARY = /^(08|53|57|40)...$|^55P03$/;
const UNREACHABLE = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/** What `pg` says of a pool without a free connection, and of a connection that ended under a statement. */
const POOL_TEXTS = /timeout exceeded when trying to connect|Connection terminated/;

/** Whether the database could not do now what it may well do in a minute: not a bug, and not the caller's fault. */
export function isTemporaryFailure(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return TEMPORARY.test(state) || UNREACHABLE.has(state);
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, "code");
  return (typeof code === "string" && UNREACHABLE.has(code)) || POOL_TEXTS.test(error.message);
}

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
