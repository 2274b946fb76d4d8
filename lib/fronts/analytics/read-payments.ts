import {
  type CaseCountRow,
  countCasesByKind,
  countOpenedBefore,
  type PaymentRow,
  selectPayments,
  selectTimes,
  type TimeRow,
} from "@/lib/fronts/analytics/figures-repo";
import { type Range, resolveRange } from "@/lib/fronts/analytics/range";
import { groupRows, networkName, scopeOf } from "@/lib/fronts/analytics/read-volume";
import { readOpeningsSince } from "@/lib/fronts/analytics/record-page-view";
import type {
  AnalyticsQuery,
  ExceptionKind,
  PairCounts,
  PaymentsView,
  PaymentTotals,
} from "@/lib/fronts/analytics/schema";
import { dateAt } from "@/lib/kernel/zone-days";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Ends of the slots of the distribution, in seconds: fine-grained where most payments fall, up to
 * the longest lifetime of an invoice.
 */
const SLOT_ENDS = [60, 120, 180, 300, 600, 900, 1_800, 3_600, 7_200, 43_200];
const PREVIOUS = -1;
const COUNTED = ["created", "opened", "chosen", "seen", "paid", "ended"] as const;

const KIND_OF_CASE: Readonly<Record<CaseCountRow["kind"], ExceptionKind>> = {
  late: "late",
  extra: "extra",
  wrong_token: "wrong_coin",
  wrong_network: "wrong_coin",
  unmatched: "wrong_coin",
  locked: "locked",
};

/**
 * Returns the outcome of the invoices created in a range, excluding top-ups, which nobody
 * requested. Each step is counted independently: a shop that shows the address on its own page has
 * payments whose payment page nobody opened. Paid means paid in full, including late, manually, or
 * refunded afterwards; the success rate is their share of all final invoices. Exceptions in paid
 * amounts count with their invoice, those of single deposits (cases) when they were opened.
 */
export async function readPayments(merchantId: string, query: AnalyticsQuery, now: Date): Promise<PaymentsView> {
  const range = resolveRange(query, now);
  const scope = scopeOf(merchantId, query);
  const [rows, times, cases, pageViewsSince, catalog] = await Promise.all([
    selectPayments(scope, range),
    selectTimes(scope, range, SLOT_ENDS),
    countCasesByKind(scope, range),
    findOpeningsSince(scope, range),
    loadCatalog(),
  ]);
  const present = rows.filter(({ bucket }) => bucket > 0);
  const all = (isNow: boolean) => times.find((row) => row.is_all && row.is_now === isNow);
  return {
    range: range.view,
    totals: { ...countsOf(present), ...timesOf(all(true)) },
    previous: { ...countsOf(rows.filter(({ bucket }) => bucket === PREVIOUS)), ...timesOf(all(false)) },
    buckets: bucketsOf(present, range),
    pairs: pairsOf(present, times, catalog),
    slots: slotsOf(all(true)),
    exceptions: exceptionsOf(present, cases, catalog),
    pageViewsSince,
  };
}

type Counts = Pick<PaymentTotals, (typeof COUNTED)[number]>;

function countsOf(rows: readonly PaymentRow[]): Counts {
  const counts: Record<(typeof COUNTED)[number], number> = {
    created: 0,
    opened: 0,
    chosen: 0,
    seen: 0,
    paid: 0,
    ended: 0,
  };
  for (const row of rows) for (const name of COUNTED) counts[name] += row[name];
  return counts;
}

function timesOf(row: TimeRow | undefined): Pick<PaymentTotals, "timed" | "medianSeconds" | "p90Seconds"> {
  return { timed: row?.timed ?? 0, medianSeconds: row?.median ?? null, p90Seconds: row?.p90 ?? null };
}

function bucketsOf(rows: readonly PaymentRow[], { starts, view }: Range): PaymentsView["buckets"] {
  const byBucket = groupRows(rows, ({ bucket }) => bucket);
  return starts.map((start, index) => {
    const { created, ended, paid } = countsOf(byBucket.get(index + 1) ?? []);
    return { start: start.toISOString(), date: dateAt(start, view.zone), created, ended, paid };
  });
}

function pairsOf(rows: readonly PaymentRow[], times: readonly TimeRow[], catalog: Catalog): PairCounts[] {
  const pairs = groupRows(rows, ({ currency, network }) => `${currency ?? ""}\n${network ?? ""}`);
  return [...pairs.values()]
    .map((own): PairCounts => {
      const { currency = null, network = null } = own[0] ?? {};
      const timed = times.find(
        (row) => !row.is_all && row.is_now && row.currency === currency && row.network === network,
      );
      const name = network === null ? "" : networkName(catalog, network);
      return { currency, network, networkName: name, ...countsOf(own), ...timesOf(timed) };
    })
    .sort((a, b) => b.created - a.created || (a.currency ?? "").localeCompare(b.currency ?? ""));
}

function slotsOf(row: TimeRow | undefined): PaymentsView["slots"] {
  return [0, ...SLOT_ENDS].map((fromSeconds, index) => ({
    fromSeconds,
    toSeconds: SLOT_ENDS[index] ?? null,
    count: row?.slots[index] ?? 0,
  }));
}

type Found = {
  readonly kind: ExceptionKind;
  readonly currency: string;
  readonly network: string | null;
  readonly count: number;
};

function exceptionsOf(
  rows: readonly PaymentRow[],
  cases: readonly CaseCountRow[],
  catalog: Catalog,
): PaymentsView["exceptions"] {
  const found: Found[] = cases.map((row) => ({ ...row, kind: KIND_OF_CASE[row.kind] }));
  for (const { currency, network, partly, over } of rows) {
    if (currency === null) continue;
    found.push({ kind: "partly", currency, network, count: partly }, { kind: "over", currency, network, count: over });
  }
  const groups = groupRows(found, ({ kind, currency, network }) => `${kind}\n${currency}\n${network ?? ""}`);
  return [...groups.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const count = others.reduce((total, other) => total + other.count, first.count);
      const { kind, currency, network } = first;
      return [{ kind, currency, network, networkName: networkName(catalog, network), count }];
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind) || a.currency.localeCompare(b.currency));
}

/**
 * Returns null if openings were recorded for the whole range, or if all earlier invoices are known
 * to have been opened anyway.
 */
async function findOpeningsSince(scope: ReturnType<typeof scopeOf>, range: Range): Promise<string | null> {
  const since = await readOpeningsSince();
  if (range.from >= since) return null;
  const before = await countOpenedBefore(scope, range, since);
  return before.opened < before.created ? since.toISOString() : null;
}
