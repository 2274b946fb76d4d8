import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

/**
 * 40 characters hold 21 whole digits beside 18 decimals: more than any supply, and short enough to
 * echo in an error.
 */
export const AMOUNT_CHARACTERS_MAX = 40;

/**
 * ASCII digits by their code points: `\d` would be the same here, but the intent must survive a `u`
 * or `v` flag.
 */
const PLAIN_AMOUNT = /^[0-9]+(?:\.[0-9]+)?$/;

/**
 * Reads an amount that somebody outside wrote: `15`, `0.00064860`.
 *
 * Null for everything else: a sign of either kind, an exponent, hexadecimal, blanks, grouping, a
 * comma, a bare or trailing point, digits outside ASCII, NaN, Infinity, the empty string, more than
 * 40 characters. Nothing is rounded or trimmed.
 *
 * Zero is an amount and is returned; whether it is enough is the caller's rule (`below_minimum`).
 * Leading and trailing zeros are allowed and carry no meaning.
 */
export function parseAmount(text: string): Decimal | null {
  if (text.length > AMOUNT_CHARACTERS_MAX || !PLAIN_AMOUNT.test(text)) return null;
  return decimal(text);
}
