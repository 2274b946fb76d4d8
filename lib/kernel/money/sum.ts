import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";

/** Exact; zero for none. */
export function sum(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), ZERO);
}
