import type { CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog } from "@/lib/catalog/queries";
import { invariant } from "@/lib/errors";
import { type FoundRate, findRate } from "@/lib/rates/queries";
import { StaleRateError } from "@/lib/rates/stale-rate-error";
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

/** Read before the transaction is opened: rates and catalog take connections of their own. */
export async function readTopUpTerms(wallet: StaticWallet): Promise<TopUpTerms> {
  const service = (await loadCatalog()).service(wallet.currencyCode, wallet.networkCode);
  invariant(service, `wallet ${wallet.id} is of a known service`);
  const [usdRate, feeRate] = await Promise.all([
    freshRate(wallet.currencyCode, "USD"),
    freshRate(FEE_CURRENCY, wallet.currencyCode),
  ]);
  return { service, usdRate, feeRate };
}

/** A missing rate never delays a credit. */
async function freshRate(from: string, to: string): Promise<FoundRate | null> {
  try {
    return await findRate({ from, to });
  } catch (error) {
    if (error instanceof StaleRateError) return null;
    throw error;
  }
}
