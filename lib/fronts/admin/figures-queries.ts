import {
  FIGURE_RANGES,
  type FigureRange,
  type GatewayFiguresView,
  type RangeFigures,
} from "@/lib/fronts/admin/figures-schema";
import { resolveRange } from "@/lib/fronts/analytics/range";
import { database } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { formatFiat } from "@/lib/kernel/money/format";
import {
  endOfPeriod,
  type GatewaySumRow,
  readGatewaySums,
  type SumRange,
} from "@/lib/ledger/gateway-sums/read-gateway-sums";
import { findLastUsdPrices } from "@/lib/pricing/rates/queries";

/**
 * Returns what the gateway received and earned today and within 7 and 30 days of a time zone, and
 * in the periods before, which end at the same quarter of an hour.
 */
export async function readGatewayFigures(zone: string, now: Date): Promise<GatewayFiguresView> {
  const ranges = FIGURE_RANGES.flatMap((name) => rangesOf(name, zone, now));
  const [sums, counts] = await Promise.all([readGatewaySums(ranges), selectCounts(ranges)]);
  const { revenues, unpricedCoins } = await revenuesOf(sums ?? []);
  const read = (name: string) => ({
    received: addUp(sums?.filter((row) => row.name === name).map(({ receivedUsd }) => decimal(receivedUsd)) ?? []),
    revenue: revenues.get(name) ?? ZERO,
    count: counts.find((row) => row.name === name),
  });
  return {
    ranges: FIGURE_RANGES.map((range): RangeFigures => {
      const [present, past] = [read(nowOf(range)), read(beforeOf(range))];
      const inDollars = (amount: "received" | "revenue") =>
        sums === null ? null : { now: formatFiat(present[amount]), before: formatFiat(past[amount]) };
      return {
        range,
        received: inDollars("received"),
        paidInvoices: { now: present.count?.paid ?? 0, before: past.count?.paid ?? 0 },
        revenue: inDollars("revenue"),
        activeMerchants: { now: present.count?.active ?? 0, before: past.count?.active ?? 0 },
      };
    }),
    unpricedCoins,
  };
}

const nowOf = (name: FigureRange) => `${name} now`;
const beforeOf = (name: FigureRange) => `${name} before`;

function rangesOf(range: FigureRange, zone: string, now: Date): SumRange[] {
  const { from, to, previousFrom, previousTo } = resolveRange({ range, zone }, now);
  // Sums are kept by the quarter of an hour; a range in progress has nothing after its present one.
  return [
    { name: nowOf(range), from, to },
    { name: beforeOf(range), from: previousFrom, to: endOfPeriod(previousTo) },
  ];
}

const addUp = (amounts: readonly Decimal[]) => amounts.reduce((total, amount) => total.plus(amount), ZERO);

/** Returns the revenue of each range, and the coins that never had a price. */
async function revenuesOf(sums: readonly GatewaySumRow[]) {
  const coins = new Set(sums.filter(({ earned }) => !decimal(earned).isZero()).map(({ currency }) => currency));
  const prices = await findLastUsdPrices(coins, database());
  const revenues = new Map<string, Decimal>();
  for (const { name, currency, earned } of sums) {
    const worth = decimal(earned).times(prices.get(currency) ?? ZERO);
    revenues.set(name, (revenues.get(name) ?? ZERO).plus(worth));
  }
  return { revenues, unpricedCoins: [...coins].filter((coin) => !prices.has(coin)).toSorted() };
}

type CountRow = { readonly name: string; readonly paid: number; readonly active: number };

/**
 * Returns how many invoices were paid and how many merchants were credited in each range: a part of
 * an index, and one look-up for each merchant.
 */
function selectCounts(ranges: readonly SumRange[]): Promise<CountRow[]> {
  return database().$queryRaw<CountRow[]>`
    SELECT r.name,
      (SELECT count(*)::int FROM invoice_milestones m WHERE m.paid_at >= r.begins AND m.paid_at < r.ends) AS paid,
      (SELECT count(*)::int FROM merchants m WHERE coalesce(
        (SELECT true FROM invoice_credits c WHERE c.merchant_id = m.id AND c.credited_at >= r.begins AND c.credited_at < r.ends
          AND c.reversed_at IS NULL LIMIT 1),
        (SELECT true FROM internal_payments p WHERE p.merchant_id = m.id AND p.created_at >= r.begins AND p.created_at < r.ends LIMIT 1),
        false)) AS active
    FROM unnest(${ranges.map(({ name }) => name)}::text[], ${ranges.map(({ from }) => from)}::timestamptz[],
      ${ranges.map(({ to }) => to)}::timestamptz[]) AS r (name, begins, ends)`;
}
