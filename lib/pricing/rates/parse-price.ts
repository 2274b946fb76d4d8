import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

/** Digits enough for any price of any coin, and short enough that nobody can make us compute with megabytes. */
const PRICE_CHARACTERS_MAX = 60;
const PLAIN_NUMBER = /^[0-9]+(?:\.[0-9]+)?$/;

/**
 * Reads a price as a source wrote it. Null for what is no price: zero, anything negative, NaN, an exponent, text.
 */
export function parsePrice(text: string): Decimal | null {
  if (text.length > PRICE_CHARACTERS_MAX || !PLAIN_NUMBER.test(text)) return null;
  const price = decimal(text);
  return price.isZero() ? null : price;
}
