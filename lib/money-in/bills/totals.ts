import type { Messages } from "@/lib/kernel/locales/messages";
import { type Decimal, HUNDRED, sum } from "@/lib/kernel/money/decimal";
import { roundBilled } from "@/lib/kernel/money/rounding";

/** What is billed: so many of something at a price each. */
export type BillLine = { readonly text: string; readonly quantity: Decimal; readonly price: Decimal };

/** A tax on the subtotal. */
export type BillTax = { readonly name: string; readonly percent: Decimal };

export type BillTotals = {
  /** Of each line, in their order. */
  readonly lines: readonly Decimal[];
  readonly subtotal: Decimal;
  /** Of each tax, in their order. */
  readonly taxes: readonly Decimal[];
  readonly total: Decimal;
};

/**
 * Adds up a bill. Each line and each tax is rounded to the currency's decimals, so that the printed
 * amounts add up to the printed total. Every tax is of the subtotal, never of another tax. Pure,
 * and safe to import in the browser.
 */
export function billTotals(
  lines: readonly Pick<BillLine, "quantity" | "price">[],
  taxes: readonly Pick<BillTax, "percent">[],
  decimals: number,
): BillTotals {
  const amounts = lines.map(({ quantity, price }) => roundBilled(quantity.times(price), decimals));
  const subtotal = sum(amounts);
  const taxed = taxes.map(({ percent }) => roundBilled(subtotal.times(percent).dividedBy(HUNDRED), decimals));
  return { lines: amounts, subtotal, taxes: taxed, total: subtotal.plus(sum(taxed)) };
}

/** Formats an amount with at least two decimals, or with all of a finer one. */
export function billAmountText(amount: Decimal, currency: string, messages: Messages): string {
  return amount.decimalPlaces() > 2 ? messages.coin(amount, currency) : messages.fiat(amount, currency);
}
