import { loadCatalog } from "@/lib/catalog/queries";
import { type Decimal, decimal } from "@/lib/money/decimal";
import { forecastSweeps } from "@/lib/sweeps/gas-forecast";
import { selectHotWallets } from "@/lib/treasury/hot-wallets-repo";

/** One coin of one network, in all the places where it stands. Exact, by the books. */
export type HotWalletCoin = {
  readonly currencyCode: string;
  readonly isNative: boolean;
  readonly hot: Decimal;
  /** Carried by signed transactions that are not settled, with the most that they may cost. */
  readonly inFlight: Decimal;
  readonly onDeposits: Decimal;
  readonly cold: Decimal;
  /** Sends from the hot wallet that are not signed yet, and their sum. */
  readonly waitingCount: number;
  readonly waitingAmount: Decimal;
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
  const [catalog, rows] = [await loadCatalog(), await selectHotWallets()];
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
        })),
      };
    }),
  );
}
