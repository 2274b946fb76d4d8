import { database } from "@/lib/kernel/db";
import type { TerminalView } from "@/lib/money-in/point-of-sale/dashboard-schema";
import { findSettings, type PosSettings, selectItems } from "@/lib/money-in/point-of-sale/repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Until a merchant chooses: no tips are asked for. */
export const DEFAULT_SETTINGS: PosSettings = { currencyCode: "USD", tipPercents: [] };
const DECIMALS_OF_NO_CURRENCY = 2;

/** Returns what a terminal of the merchant needs to sell. */
export async function readTerminal(merchantId: string): Promise<TerminalView> {
  const [settings, items, catalog] = await Promise.all([
    findSettings(database(), merchantId),
    selectItems(database(), merchantId),
    loadCatalog(),
  ]);
  const { currencyCode, tipPercents } = settings ?? DEFAULT_SETTINGS;
  return {
    currency: currencyCode,
    decimals: catalog.currency(currencyCode)?.decimals ?? DECIMALS_OF_NO_CURRENCY,
    tipPercents: [...tipPercents],
    items: items.map(({ price, currencyCode: currency, ...item }) => ({ ...item, price: price.toFixed(), currency })),
  };
}
