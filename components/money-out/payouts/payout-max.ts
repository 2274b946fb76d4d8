import { Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { NewPayoutForm, PayoutOptions } from "@/lib/money-out/payouts/dashboard-form-schema";

export type Available = { readonly amount: string; readonly currency: string };

/** Returns the funds of the paying balance; null while no coin is chosen. */
export function availableOf(form: NewPayoutForm, options: PayoutOptions): Available | null {
  const { convertFrom } = options;
  if (form.fromCurrency === convertFrom.code) return { amount: convertFrom.balance, currency: convertFrom.code };
  const coin = options.coins.find(({ code }) => code === (form.coin || form.currency));
  return coin ? { amount: coin.balance, currency: coin.code } : null;
}

/**
 * Returns the form changes that send the whole balance, with the fee deducted from the amount. Null
 * if the amount is in another currency than the paying balance (a rate decides how much that is),
 * or the balance is empty.
 */
export function maximumOf(form: NewPayoutForm, options: PayoutOptions): Partial<NewPayoutForm> | null {
  const available = availableOf(form, options);
  const network = options.coins
    .find(({ code }) => code === form.currency)
    ?.networks.find(({ code }) => code === form.network);
  if (available === null || available.currency !== form.currency || network === undefined) return null;
  const amount = Decimal.min(decimal(available.amount), decimal(network.maximum));
  const payable = amount.toDecimalPlaces(network.decimals, Decimal.ROUND_DOWN);
  return payable.gt("0") ? { amount: payable.toFixed(), isFeeOnTop: false } : null;
}
