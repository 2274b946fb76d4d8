import { loadCatalog } from "@/lib/catalog/queries";
import { database } from "@/lib/db";
import { isOffered } from "@/lib/discounts/queries";
import { writeDiscount } from "@/lib/discounts/repo";
import type { DiscountView, SetDiscountInput } from "@/lib/discounts/schema";
import { AppError } from "@/lib/errors";

/**
 * Sets what payers of a merchant save (or pay extra, below zero) when they choose this coin on this network; zero ends it. Prices
 * that were given before stay as they are.
 * @throws AppError `The service <currency> <network> was not found`, with the codes as they were asked for
 */
export async function setDiscount(merchantId: string, input: SetDiscountInput): Promise<DiscountView> {
  const service = (await loadCatalog()).service(input.currency, input.network);
  if (service === null || !isOffered(service))
    throw new AppError("refused", `The service ${input.currency} ${input.network} was not found`);
  const { currency, network } = service;
  const percent = input.discount_percent;
  await writeDiscount(database(), merchantId, { currencyCode: currency.code, networkCode: network.code, percent });
  return { currency: currency.code, network: network.code, discount: String(percent) };
}
