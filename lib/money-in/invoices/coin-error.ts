import { sqlState } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { isRefusedFor, type Refusal, refusal } from "@/lib/kernel/refusals";

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

export const coinErrors = {
  networkNotFound: () => refusal("network_not_found"),
  currencyNotFound: () => refusal("currency_not_found"),
  toCurrencyNotFound: () => refusal("to_currency_not_found"),
  serviceNotFound: () => refusal("service_not_found"),
  /** The merchant's own list of accepted coins leaves it out: no wallet of theirs takes it. */
  walletNotFound: () => refusal("wallet_not_found"),
  /** No source has ever priced one of the two. */
  convertFailed: (cause?: unknown) => refusal("convert_failed", {}, { cause }),
  /** No node, a lagging one, or no address ready: nobody can be paid right now. */
  terminalNotFound: (details?: Record<string, unknown>) =>
    refusal("terminal_not_found", {}, details ? { details } : {}),
  /** A price is known, but too old or doubtful; or the payer's choice has none. */
  gatewayError: (cause?: unknown) => refusal("price_unavailable", {}, { cause }),
  belowMinimum: (minimum: Decimal, currency: string) => refusal("below_minimum", { limit: minimum, currency }),
  aboveMaximum: (maximum: Decimal, currency: string) => refusal("above_maximum", { limit: maximum, currency }),
  /** The database cannot take the write at this moment; the same call may be made again. */
  serverError: (cause: unknown) => refusal("temporarily_unavailable", {}, { cause }),
} as const;

/** Says that an amount is outside of a service's limits. */
export function isLimitError(error: unknown): error is Refusal<"below_minimum" | "above_maximum"> {
  return isRefusedFor(error, "below_minimum", "above_maximum");
}
