import { Decimal } from "@/lib/money/decimal";

/** Decimals with which fiat leaves the gateway, whatever the currency's own minor unit is: the interface says 2. */
const FIAT_DECIMALS = 2;
/** Decimals with which crypto leaves the gateway, at least. */
const CRYPTO_DECIMALS = 8;

/** Narrow no-break space: a comma is the decimal sign for half of the readers, and a line must not break inside a number. */
const GROUP_SEPARATOR = "\u202f";
const GROUPED_AMOUNT = /^(-?)([0-9]+)(\.[0-9]+)?$/;

/** `15.00`: two decimals, half to even. */
export function formatFiat(amount: Decimal): string {
  return roundedText(amount, FIAT_DECIMALS, Decimal.ROUND_HALF_EVEN);
}

/** `0.00064860`: the exact value with at least eight decimals, more when the value has them, never an exponent. */
export function formatCrypto(amount: Decimal): string {
  return roundedText(amount, Math.max(CRYPTO_DECIMALS, amount.decimalPlaces()), Decimal.ROUND_DOWN);
}

/**
 * Eight decimals exactly, for webhooks: fiat and crypto alike. Finer digits are cut, so that a webhook never reports more
 * than was received.
 */
export function formatWebhookAmount(amount: Decimal): string {
  return roundedText(amount, CRYPTO_DECIMALS, Decimal.ROUND_DOWN);
}

/**
 * For people: thousands apart, the decimals untouched (`1234567.5` as `1 234 567.5`, with narrow no-break spaces).
 * Text that is no plain decimal comes back unchanged.
 */
export function groupDigits(text: string): string {
  const match = GROUPED_AMOUNT.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "", fraction = ""] = match;
  return sign + whole.replace(/\B(?=(?:[0-9]{3})+$)/g, GROUP_SEPARATOR) + fraction;
}

/** Rounds first and prints then: decimal.js takes the sign before rounding and would print `-0.00`. */
function roundedText(amount: Decimal, decimals: number, rounding: 1 | 6): string {
  const rounded = amount.toDecimalPlaces(decimals, rounding);
  return (rounded.isZero() ? rounded.abs() : rounded).toFixed(decimals, rounding);
}

/** At least so many decimals, and all that the value has: a fee is never shown smaller than it is. */
export function withDecimals(amount: Decimal, decimals: number): string {
  return amount.toFixed(Math.max(decimals, amount.decimalPlaces()), Decimal.ROUND_DOWN);
}
