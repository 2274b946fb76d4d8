import type { CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog } from "@/lib/catalog/queries";
import { invariant } from "@/lib/errors";
import { type FoundRate, findFreshRate } from "@/lib/rates/queries";
import type { StaticWallet } from "@/lib/wallets/wallet";

/** The currency of the creation fee. */
const FEE_CURRENCY = "TRX";

/** What a top-up's worth and fee depend on at one moment. */
export type TopUpTerms = {
  readonly service: CatalogService;
  /** Dollars for one unit of the coin; null while no fresh price is known. */
  readonly usdRate: FoundRate | null;
  /** Units of the coin for one TRX; null while no fresh price is known. */
  readonly feeRate: FoundRate | null;
};

/** Read before the transaction is opened: rates and catalog take connections of their own. A missing rate never delays a credit. */
export async function readTopUpTerms(wallet: StaticWallet): Promise<TopUpTerms> {
  const service = (await loadCatalog()).service(wallet.currencyCode, wallet.networkCode);
  invariant(service, `wallet ${wallet.id} is of a known service`);
  const [usdRate, feeRate] = await Promise.all([
    findFreshRate({ from: wallet.currencyCode, to: "USD" }),
    findFreshRate({ from: FEE_CURRENCY, to: wallet.currencyCode }),
  ]);
  return { service, usdRate, feeRate };
}
