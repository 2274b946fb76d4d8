import { loadCatalog } from "@/lib/catalog/queries";
import { CONVERTED_TO } from "@/lib/conversions/conversion";
import { selectAutoConverts } from "@/lib/conversions/repo";
import type { AutoConvertView } from "@/lib/conversions/schema";
import { database } from "@/lib/db";
import { env } from "@/lib/env";

/** Every coin that can be converted, in the catalog's order, and whether the merchant has it so. */
export async function getAutoConverts(merchantId: string): Promise<AutoConvertView> {
  const [catalog, on] = await Promise.all([loadCatalog(), selectAutoConverts(database(), merchantId)]);
  const coins = catalog
    .currencies()
    .filter(({ kind, code }) => kind === "crypto" && code !== CONVERTED_TO)
    .map(({ code, name }) => ({ currency: code, name, isOn: on.includes(code) }));
  return { toCurrency: CONVERTED_TO, spreadPercent: env().CONVERSION_SPREAD_PERCENT, coins };
}
