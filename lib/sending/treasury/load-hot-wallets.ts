import type { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import { type CoinSums, readCoinSums } from "@/lib/money-in/deposits/coins-repo";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { keepsCoins } from "@/lib/pricing/catalog/network-rules";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { forecastSweeps } from "@/lib/sending/sweeps/gas-forecast";

const DAY_MS = 86_400_000;
/** Long enough to include a weekend, short enough to notice a busier week. */
const WINDOW_DAYS = 7;
/** A network that started to send an hour ago is not extrapolated from that hour. */
const WINDOW_DAYS_MIN = 1;
const DAYS_SHOWN_MAX = "10000";

export type FeesPaid = { readonly networkCode: string; readonly paid: Decimal; readonly days: Decimal };

/**
 * Returns the fees of each network in the last week, and over how many days of it, at least one.
 */
export async function readFeesPaid(now: Date): Promise<FeesPaid[]> {
  const rows = await sumFeesPaid(new Date(now.getTime() - WINDOW_DAYS * DAY_MS));
  return rows.map(({ networkCode, paid, firstAt }) => {
    const days = Math.max(WINDOW_DAYS_MIN, Math.ceil((now.getTime() - firstAt.getTime()) / DAY_MS));
    return { networkCode, paid: decimal(paid), days: decimal(days.toString()) };
  });
}

/**
 * Returns for how many whole days a hot wallet's native coin covers such fees; null if none were
 * paid recently. Pure.
 */
export function gasDaysLeft(hot: Decimal, fees: FeesPaid | undefined): number | null {
  if (fees === undefined || fees.paid.isZero() || hot.isNegative()) return null;
  const days = roundDown(hot.times(fees.days).dividedBy(fees.paid), 0);
  return Number.parseInt((days.gt(DAYS_SHOWN_MAX) ? decimal(DAYS_SHOWN_MAX) : days).toFixed(), 10);
}

/** The UTXOs of a hot wallet on a UTXO network: deposits and change, at any of its addresses. */
export type InCoins = {
  /** Currently spendable ones, and the largest of them. */
  readonly count: number;
  readonly largest: Decimal;
  /**
   * Those that cannot be spent yet: without enough confirmations, or deposits that wait for a
   * decision or a refund.
   */
  readonly keptCount: number;
  readonly kept: Decimal;
};

/** One coin of one network, in all accounts. Exact, according to the books. */
export type HotWalletCoin = {
  readonly currencyCode: string;
  readonly isNative: boolean;
  readonly hot: Decimal;
  /** Carried by signed transactions that are not settled, including their maximum costs. */
  readonly inFlight: Decimal;
  /** Always zero on UTXO networks, where deposits are part of the hot wallet. */
  readonly onDeposits: Decimal;
  readonly cold: Decimal;
  /** Unsigned sends from the hot wallet, and their total. */
  readonly waitingCount: number;
  readonly waitingAmount: Decimal;
  /** Null on account-based networks, and where the gateway does not record UTXOs. */
  readonly inCoins: InCoins | null;
};

export type HotWalletView = {
  readonly networkCode: string;
  readonly networkName: string;
  readonly address: string;
  /** For about how many more sweeps of tokens its native coin lasts; null if unknown. */
  readonly sweepsLeft: number | null;
  readonly coins: readonly HotWalletCoin[];
};

/**
 * Returns the hot wallet of every network that ever held money, for the operator. Sends no request
 * to a node.
 */
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

type HotWalletRow = {
  readonly networkCode: string;
  readonly currencyCode: string;
  readonly address: string;
  readonly hot: Prisma.Decimal;
  readonly inFlight: Prisma.Decimal;
  readonly onDeposits: Prisma.Decimal;
  readonly cold: Prisma.Decimal;
  readonly waitingCount: number;
  readonly waitingAmount: Prisma.Decimal;
};

/**
 * Selects custody by network and coin on networks with a hot wallet, and what waits to leave it.
 */
function selectHotWallets(): Promise<HotWalletRow[]> {
  return database().$queryRaw<HotWalletRow[]>`
    WITH custody AS (
      SELECT a.owner_id AS network, a.currency_code AS currency, a.kind, sum(b.balance) AS balance
      FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.class = 'custody' GROUP BY 1, 2, 3),
    places AS (
      SELECT network, currency,
        coalesce(sum(balance) FILTER (WHERE kind = 'hot'), 0) AS hot,
        coalesce(sum(balance) FILTER (WHERE kind = 'in-flight'), 0) AS in_flight,
        coalesce(sum(balance) FILTER (WHERE kind = 'deposits'), 0) AS on_deposits,
        coalesce(sum(balance) FILTER (WHERE kind = 'cold'), 0) AS cold
      FROM custody GROUP BY 1, 2),
    waiting AS (
      SELECT network_code AS network, currency_code AS currency, count(*) AS count, sum(amount) AS amount
      FROM sends WHERE status = 'queued' AND from_address IS NULL GROUP BY 1, 2)
    SELECT coalesce(p.network, w.network) AS "networkCode", coalesce(p.currency, w.currency) AS "currencyCode", h.address,
      coalesce(p.hot, 0) AS hot, coalesce(p.in_flight, 0) AS "inFlight", coalesce(p.on_deposits, 0) AS "onDeposits",
      coalesce(p.cold, 0) AS cold, coalesce(w.count, 0)::int AS "waitingCount", coalesce(w.amount, 0) AS "waitingAmount"
    FROM places p FULL JOIN waiting w ON w.network = p.network AND w.currency = p.currency
      JOIN networks n ON n.code = coalesce(p.network, w.network)
      JOIN hot_wallets h ON h.family = n.family AND h.derivation_index = 0
    ORDER BY n.sort_order, n.code, 2`;
}

/**
 * Returns the cost of each network's settled transactions since then, in its native currency, and
 * the time of the first of them.
 */
function sumFeesPaid(since: Date): Promise<{ networkCode: string; paid: Prisma.Decimal; firstAt: Date }[]> {
  return database().$queryRaw<{ networkCode: string; paid: Prisma.Decimal; firstAt: Date }[]>`
    SELECT network_code AS "networkCode", sum(fee_paid) AS paid, min(settled_at) AS "firstAt"
    FROM outgoing_transactions WHERE settled_at > ${since} AND fee_paid > 0 GROUP BY 1`;
}
