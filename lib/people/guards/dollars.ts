import { Decimal } from "@/lib/kernel/money/decimal";

const CENTS = 2;

/** US dollars as limits and refusals say them: two decimals. */
export function dollars(amount: Decimal): string {
  return amount.toFixed(CENTS, Decimal.ROUND_HALF_EVEN);
}
