import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

/**
 * 40 characters hold 21 whole digits and 18 decimals: more than any supply, and short enough to
 * echo in an error.
 */
export const AMOUNT_CHARACTERS_MAX = 40;

/**
 * ASCII digits explicitly: `\d` would be the same here, but the intent must survive a `u` or `v`
 * flag.
 */
const PLAIN_AMOUNT = /^[0-9]+(?:\.[0-9]+)?$/;

/**
 * Parses an untrusted amount: `15`, `0.00064860`.
 *
 * Returns null for everything else: a sign, an exponent, hexadecimal, blanks, grouping, a comma, a
 * bare or trailing point, digits outside ASCII, NaN, Infinity, the empty string, more than 40
 * characters. Does not round or trim.
 *
 * Zero is a valid amount; whether it is enough is the caller's rule (`below_minimum`). Leading and
 * trailing zeros are allowed and have no meaning.
 */
export function parseAmount(text: string): Decimal | null {
  if (text.length > AMOUNT_CHARACTERS_MAX || !PLAIN_AMOUNT.test(text)) return null;
  return decimal(text);
}
