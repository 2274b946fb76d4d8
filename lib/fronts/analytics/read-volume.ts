import { type CreditRow, type FigureScope, selectCredits } from "@/lib/fronts/analytics/figures-repo";
import { type Range, resolveRange } from "@/lib/fronts/analytics/range";
import type { AnalyticsQuery, PairSum, VolumeView } from "@/lib/fronts/analytics/schema";
import { database } from "@/lib/kernel/db";
import { decimal, ZERO } from "@/lib/kernel/money/decimal";
import { formatFiat } from "@/lib/kernel/money/format";
import { dateAt } from "@/lib/kernel/zone-days";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/** Shown as the network of a payment from a personal wallet. */
export const NO_NETWORK_NAME = "Personal wallet";
const PREVIOUS = -1;

export function scopeOf(merchantId: string, { currency, network }: AnalyticsQuery): FigureScope {
  return { merchantId, currency: currency ?? null, network: network ?? null };
}

/**
 * Returns what a merchant was credited in a range for invoices and top-ups, including commission,
 * by credit time. Excludes credits reversed by a reorganisation, and deposits credited manually as
 * cases, which belong to no payment; refunds do not reduce it. Each credit is valued at the price
 * of its quote. Sums are exact and rounded once, for display.
 */
export async function readVolume(merchantId: string, query: AnalyticsQuery, now: Date): Promise<VolumeView> {
  const range = resolveRange(query, now);
  const scope = scopeOf(merchantId, query);
  const [rows, sending, catalog] = await Promise.all([
    selectCredits(scope, range),
    selectSendingFees(scope, range),
    loadCatalog(),
  ]);
  const present = rows.filter(({ bucket }) => bucket > 0);
  return {
    range: range.view,
    totals: totalsOf(present),
    previous: totalsOf(rows.filter(({ bucket }) => bucket === PREVIOUS)),
    coins: coinsOf(present),
    buckets: bucketsOf(present, range),
    pairs: pairsOf(present, catalog),
    sending: sendingOf(sending, catalog),
  };
}

const addUp = (texts: readonly string[]) => texts.reduce((total, text) => total.plus(text), ZERO);
const usdOf = (rows: readonly CreditRow[]) => addUp(rows.map(({ usd }) => usd));
const countOf = (rows: readonly CreditRow[]) => rows.reduce((total, { count }) => total + count, 0);

function totalsOf(rows: readonly CreditRow[]): VolumeView["totals"] {
  const commission = addUp(rows.map(({ commission_usd }) => commission_usd));
  return { usd: formatFiat(usdOf(rows)), commissionUsd: formatFiat(commission), count: countOf(rows) };
}

function coinsOf(rows: readonly CreditRow[]): VolumeView["coins"] {
  return inWorth([...groupRows(rows, ({ currency }) => currency)]).map(([currency, own]) => ({
    currency,
    amount: addUp(own.map(({ amount }) => amount)).toFixed(),
    usd: formatFiat(usdOf(own)),
    count: countOf(own),
  }));
}

function bucketsOf(rows: readonly CreditRow[], { starts, view }: Range): VolumeView["buckets"] {
  const byBucket = groupRows(rows, ({ bucket }) => bucket);
  return starts.map((start, index) => {
    const own = byBucket.get(index + 1) ?? [];
    return {
      start: start.toISOString(),
      date: dateAt(start, view.zone),
      usd: formatFiat(usdOf(own)),
      count: countOf(own),
      coins: coinsOf(own),
    };
  });
}

function pairsOf(rows: readonly CreditRow[], catalog: Catalog): PairSum[] {
  const pairs = groupRows(rows, ({ currency, network }) => `${currency}\n${network ?? ""}`);
  return inWorth([...pairs]).map(([, own]) => {
    const { currency = "", network = null } = own[0] ?? {};
    return {
      currency,
      network,
      networkName: networkName(catalog, network),
      amount: addUp(own.map(({ amount }) => amount)).toFixed(),
      usd: formatFiat(usdOf(own)),
      count: countOf(own),
      commission: addUp(own.map(({ commission }) => commission)).toFixed(),
      commissionUsd: formatFiat(addUp(own.map(({ commission_usd }) => commission_usd))),
    };
  });
}

/** Sorts by value, descending; ties by name. */
function inWorth(groups: [string, CreditRow[]][]): [string, CreditRow[]][] {
  return groups
    .map((group) => ({ group, worth: usdOf(group[1]) }))
    .sort((a, b) => b.worth.comparedTo(a.worth) || a.group[0].localeCompare(b.group[0]))
    .map(({ group }) => group);
}

export function networkName(catalog: Catalog, network: string | null): string {
  return network === null ? NO_NETWORK_NAME : (catalog.network(network)?.name ?? network);
}

function sendingOf(rows: readonly SendingRow[], catalog: Catalog): VolumeView["sending"] {
  const worth = (isNow: boolean) =>
    formatFiat(addUp(rows.filter((row) => row.is_now === isNow).map(({ fee_usd }) => fee_usd ?? "0")));
  const fees = rows
    .filter(({ is_now }) => is_now)
    .map(({ currency, network, count, fee, fee_usd }) => ({
      currency,
      network,
      networkName: networkName(catalog, network),
      count,
      fee: decimal(fee).toFixed(),
      feeUsd: fee_usd === null ? null : formatFiat(decimal(fee_usd)),
    }))
    .sort((a, b) => decimal(b.feeUsd ?? "0").comparedTo(a.feeUsd ?? "0") || a.currency.localeCompare(b.currency));
  return { usd: worth(true), previousUsd: worth(false), fees };
}

type SendingRow = {
  readonly is_now: boolean;
  readonly currency: string;
  readonly network: string;
  readonly count: number;
  readonly fee: string;
  /** Null if no price was known for any of them when they were requested. */
  readonly fee_usd: string | null;
};

/**
 * Returns the cost of payouts and refunds that were requested in this range or the previous one and
 * not returned. The dollar value is the fee's share of the whole outflow's value at request time,
 * which is stored for the limits in whole cents, rounded up.
 */
function selectSendingFees(scope: FigureScope, range: Range): Promise<SendingRow[]> {
  const { merchantId, currency, network } = scope;
  const { previousFrom, previousTo, from, to } = range;
  return database().$queryRaw<SendingRow[]>`
    WITH sent AS (
      SELECT 'payout'::outflow_kind AS kind, id, created_at, payer_code AS currency, network_code AS network, sent_amount, commission
      FROM payouts WHERE merchant_id = ${merchantId}::uuid AND created_at >= ${previousFrom} AND created_at < ${to}
        AND status IN ('process', 'check', 'paid')
      UNION ALL
      SELECT 'refund', id, created_at, currency_code, network_code, sent_amount, commission
      FROM refunds WHERE merchant_id = ${merchantId}::uuid AND created_at >= ${previousFrom} AND created_at < ${to} AND status <> 'fail'
    )
    SELECT s.created_at >= ${from} AS is_now, s.currency, s.network, count(*)::int AS count, sum(s.commission)::text AS fee,
           sum(o.value_usd * s.commission / nullif(s.sent_amount + s.commission, 0))::text AS fee_usd
    FROM sent s LEFT JOIN outflows o ON o.kind = s.kind AND o.subject_id = s.id
    WHERE (s.created_at < ${previousTo} OR s.created_at >= ${from})
      AND (${currency}::text IS NULL OR s.currency = ${currency}) AND (${network}::text IS NULL OR s.network = ${network})
    GROUP BY 1, 2, 3`;
}

/** Groups rows by `keyOf`, in the order in which the keys first occur. */
export function groupRows<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
