import { Decimal, decimal, HUNDRED, ZERO } from "@/lib/kernel/money/decimal";

/** One line of a sale, as shown at the terminal. */
export type SaleLine = {
  /** Null: an amount entered on the keypad. */
  readonly itemId: string | null;
  readonly name: string;
  /** Of one piece: plain decimal text. */
  readonly price: string;
  readonly quantity: number;
};

/**
 * The amounts of a sale. The terminal and the server calculate them by these functions, so that
 * both have the same total. Pure, and safe to import in the browser.
 */
export function subtotalOf(lines: readonly Pick<SaleLine, "price" | "quantity">[]): Decimal {
  return Decimal.sum(ZERO, ...lines.map(({ price, quantity }) => decimal(price).times(String(quantity))));
}

/** `decimals`: of an amount in the currency of the sale. Half a unit is rounded up. */
export function tipOf(subtotal: Decimal, percent: number, decimals: number): Decimal {
  return decimal(subtotal.times(String(percent)).dividedBy(HUNDRED).toFixed(decimals, Decimal.ROUND_HALF_UP));
}
