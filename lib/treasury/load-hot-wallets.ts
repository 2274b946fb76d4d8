import type { CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog } from "@/lib/catalog/queries";
import { keepsCoins } from "@/lib/catalog/spends-coins";
import { type CoinSums, readCoinSums } from "@/lib/coins/coin-sums-repo";
import { fromBaseUnits } from "@/lib/money/base-units";
import { type Decimal, decimal } from "@/lib/money/decimal";
import { forecastSweeps } from "@/lib/sweeps/gas-forecast";
import { selectHotWallets } from "@/lib/treasury/hot-wallets-repo";

/** What a hot wallet consists of where transactions spend coins: deposits and change, wherever their keys are. */
export type InCoins = {
  /** Of those that may be spent now, and the largest of them. */
  readonly count: number;
  readonly largest: Decimal;
  /** Of those that may not be spent yet: too young, or deposits that wait for a decision or a refund. */
  readonly keptCount: number;
  readonly kept: Decimal;
};

/** One coin of one network, in all the places where it stands. Exact, by the books. */
export type HotWalletCoin = {
  readonly currencyCode: string;
  readonly isNative: boolean;
  readonly hot: Decimal;
  /** Carried by signed transactions that are not settled, with the most that they may cost. */
  readonly inFlight: Decimal;
  /** Always zero where transactions spend coins: deposits are part of the hot wallet there. */
  readonly onDeposits: Decimal;
  readonly cold: Decimal;
  /** Sends from the hot wallet that are not signed yet, and their sum. */
  readonly waitingCount: number;
  readonly waitingAmount: Decimal;
  /** Null where accounts pay, and where our books do not have the coins. */
  readonly inCoins: InCoins | null;
};

export type HotWalletView = {
  readonly networkCode: string;
  readonly networkName: string;
  readonly address: string;
  /** For about how many more sweeps of tokens its native coin lasts; null where that is not known. */
  readonly sweepsLeft: number | null;
  readonly coins: readonly HotWalletCoin[];
};

/** The hot wallet of every network that money was ever on, for the operator. Asks no node. */
export async function loadHotWallets(): Promise<HotWalletView[]> {
  const [catalog, rows, sums] = await Promise.all([loadCatalog(), selectHotWallets(), readCoinSums()]);
  const codes = [...new Set(rows.map(({ networkCode }) => networkCode))];
  return Promise.all(
    codes.map(async (networkCode) => {
      const own = rows.filter((row) => row.networkCode === networkCode);
      const network = catalog.network(networkCode);
      return {
        networkCode,
        networkName: network?.name ?? networkCode,
        address: own[0]?.address ?? "",
        sweepsLeft: await forecastSweeps(networkCode),
        coins: own.map((row) => ({
          currencyCode: row.currencyCode,
          isNative: row.currencyCode === network?.nativeCurrency,
          hot: decimal(row.hot),
          inFlight: decimal(row.inFlight),
          onDeposits: decimal(row.onDeposits),
          cold: decimal(row.cold),
          waitingCount: row.waitingCount,
          waitingAmount: decimal(row.waitingAmount),
          inCoins: toInCoins(catalog.service(row.currencyCode, networkCode), sums),
        })),
      };
    }),
  );
}

function toInCoins(service: CatalogService | null, sums: readonly CoinSums[]): InCoins | null {
  if (service === null || service.contract !== null || !keepsCoins(service.network.code)) return null;
  const own = sums.find(({ networkCode }) => networkCode === service.network.code);
  const amount = (units = 0n) => fromBaseUnits(units, service.decimals);
  const { count = 0, keptCount = 0 } = own ?? {};
  return { count, largest: amount(own?.largest), keptCount, kept: amount(own?.kept) };
}
