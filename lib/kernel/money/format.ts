import { Decimal } from "@/lib/kernel/money/decimal";

/**
 * Decimals of fiat amounts in outputs, whatever the currency's own minor unit: the API specifies 2.
 */
const FIAT_DECIMALS = 2;
/** Minimum decimals of crypto amounts in outputs. */
const CRYPTO_DECIMALS = 8;

/**
 * English number format, because the dashboard is in English; the payer's pages use the reader's
 * format (lib/kernel/locales).
 */
const GROUP_SEPARATOR = ",";
const GROUPED_AMOUNT = /^([-+]?)([0-9]+)(\.[0-9]+)?$/;

/** `15.00`: two decimals, half to even. */
export function formatFiat(amount: Decimal): string {
  return roundedText(amount, FIAT_DECIMALS, Decimal.ROUND_HALF_EVEN);
}

/**
 * `0.00064860`: the exact value with at least eight decimals, more if the value has them, never an
 * exponent.
 */
export function formatCrypto(amount: Decimal): string {
  return roundedText(amount, Math.max(CRYPTO_DECIMALS, amount.decimalPlaces()), Decimal.ROUND_DOWN);
}

/**
 * Formats fiat and crypto for webhooks with exactly eight decimals. Truncates further digits, so
 * that a webhook never reports more than was received.
 */
export function formatWebhookAmount(amount: Decimal): string {
  return roundedText(amount, CRYPTO_DECIMALS, Decimal.ROUND_DOWN);
}

/**
 * Separates thousands for display and leaves the decimals unchanged (`+1234567.5` as
 * `+1,234,567.5`). Text that is not a plain decimal is returned unchanged.
 */
export function groupDigits(text: string): string {
  const match = GROUPED_AMOUNT.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "", fraction = ""] = match;
  return sign + whole.replace(/\B(?=(?:[0-9]{3})+$)/g, GROUP_SEPARATOR) + fraction;
}

/**
 * Rounds before printing: decimal.js determines the sign before rounding and would print `-0.00`.
 */
function roundedText(amount: Decimal, decimals: number, rounding: 1 | 6): string {
  const rounded = amount.toDecimalPlaces(decimals, rounding);
  return (rounded.isZero() ? rounded.abs() : rounded).toFixed(decimals, rounding);
}

/**
 * `15.00000000` and `15` as `15.00`, `0.01860000` as `0.0186`: only adds or removes zeros, and
 * keeps two decimals.
 */
export function trimZeros(amount: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}

/**
 * Formats an amount of money as everywhere in the dashboard, its mails and its messages:
 * `1,234.50 USDT`.
 */
export function moneyText(amount: string, currency: string): string {
  return `${groupDigits(trimZeros(amount))} ${currency}`;
}

/** Formats a limit or a fee: grouped, without decimals for whole amounts. */
export function limitText(amount: string, currency: string): string {
  return `${groupDigits(trimZeros(amount).replace(/\.00$/, ""))} ${currency}`.trimEnd();
}

/**
 * Returns at least this many decimals, and all that the value has: a fee is never shown smaller
 * than it is.
 */
export function withDecimals(amount: Decimal, decimals: number): string {
  return amount.toFixed(Math.max(decimals, amount.decimalPlaces()), Decimal.ROUND_DOWN);
}

/** Usual decimals of a rate in outputs. */
const RATE_DECIMALS = 8;
/** Below this, eight decimals would leave fewer than six significant digits. */
const SMALL = "0.001";
/** Significant digits of a small rate. */
const SMALL_DIGITS = 8;

/**
 * `1228.45000000`: eight decimals, half to even. A rate below 0.001 has eight significant digits
 * instead, with as many decimals as needed (`0.0000099512345`), so that no real rate reads as zero.
 * Never an exponent.
 */
export function formatRate(rate: Decimal): string {
  if (rate.isZero() || rate.gte(SMALL))
    return rate.toDecimalPlaces(RATE_DECIMALS, Decimal.ROUND_HALF_EVEN).toFixed(RATE_DECIMALS, Decimal.ROUND_HALF_EVEN);
  const zeros = /^0\.(0*)/.exec(rate.toFixed())?.[1]?.length ?? 0;
  const rounded = rate.toDecimalPlaces(zeros + SMALL_DIGITS, Decimal.ROUND_HALF_EVEN);
  return rounded.toFixed(Math.max(RATE_DECIMALS, rounded.decimalPlaces()), Decimal.ROUND_HALF_EVEN);
}
