import type { CatalogCurrency } from "@/lib/catalog/catalog-types";
import type { Catalog } from "@/lib/catalog/queries";
import { invalidParameter } from "@/lib/errors";
import { Decimal } from "@/lib/money/decimal";
import { payoutErrors } from "@/lib/payouts/payout-error";
import type { TransferInput } from "@/lib/transfers/schema";

/** The codes of coins are as `currency` of a payout; a fiat currency has no wallets. */
export type TransferTerms = { readonly currency: CatalogCurrency; readonly amount: Decimal };

/**
 * What is moved. The limits of a currency are the least minimum and the greatest maximum of its payouts over all networks: a transfer
 * stays inside the gateway, so no single network's limits hold for it.
 *
 * @throws AppError `The currency was not found`, `Minimum amount`, `Maximum amount`, or `amount: validation.decimal`
 */
export function transferTerms(catalog: Catalog, input: TransferInput): TransferTerms {
  const currency = catalog.currency(input.currency);
  const services = catalog.services().filter((service) => service.currency.code === currency?.code);
  const [first, ...others] = services;
  if (currency?.kind !== "crypto" || first === undefined) throw payoutErrors.currencyNotFound();
  const amount = input.amount.value;
  if (amount.decimalPlaces() > currency.decimals) throw invalidParameter("amount", "validation.decimal");
  const minimum = Decimal.min(first.payoutMin, ...others.map(({ payoutMin }) => payoutMin));
  const maximum = Decimal.max(first.payoutMax, ...others.map(({ payoutMax }) => payoutMax));
  if (amount.lt(minimum)) throw payoutErrors.belowMinimum(minimum, currency.code);
  if (amount.gt(maximum)) throw payoutErrors.aboveMaximum(maximum, currency.code);
  return { currency, amount };
}
