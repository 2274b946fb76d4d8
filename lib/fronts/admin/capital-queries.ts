import { type CapitalSums, selectCapitalEntries, selectCapitalSums } from "@/lib/fronts/admin/capital-repo";
import {
  CAPITAL_ENTRY_KINDS,
  CAPITAL_PAGE_SIZE,
  type CapitalEntryListQuery,
  type CapitalEntryPageView,
  type CapitalRowView,
  type CapitalView,
} from "@/lib/fronts/admin/capital-schema";
import { decimal } from "@/lib/kernel/money/decimal";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** The gateway's own money, and what it holds against what it owes, by currency in the catalog's order. */
export async function readCapital(): Promise<CapitalView> {
  const [sums, catalog] = await Promise.all([selectCapitalSums(), loadCatalog()]);
  const order = catalog.currencies().map(({ code }) => code);
  return sums.map(toRowView).toSorted((left, right) => order.indexOf(left.currency) - order.indexOf(right.currency));
}

/** How capital came in and moved, newest first, a page at a time. */
export async function listCapitalEntries(query: CapitalEntryListQuery): Promise<CapitalEntryPageView> {
  const before = query.cursor === undefined ? null : BigInt(query.cursor);
  const [rows, catalog] = await Promise.all([
    selectCapitalEntries(CAPITAL_ENTRY_KINDS, before, CAPITAL_PAGE_SIZE + 1),
    loadCatalog(),
  ]);
  const shown = rows.slice(0, CAPITAL_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ id, kind, memo, createdAt, currency, amount, networkCode }) => ({
      id: id.toString(),
      kind,
      memo,
      currency,
      amount: decimal(amount).toFixed(),
      networkName: networkCode && (catalog.network(networkCode)?.name ?? networkCode),
      at: createdAt.toISOString(),
    })),
    nextCursor: last?.id.toString() ?? null,
  };
}

function toRowView({ currency, ...sums }: CapitalSums): CapitalRowView {
  const text = (sum: CapitalSums["held"]) => decimal(sum).toFixed();
  return {
    currency,
    held: text(sums.held),
    owed: text(sums.owed),
    capital: text(sums.capital),
    treasury: text(sums.treasury),
    feesEarned: text(sums.feesEarned),
    networkCosts: text(sums.networkCosts),
    conversionGains: text(sums.conversionGains),
    receivables: text(sums.receivables),
    shortfall: text(sums.shortfall),
  };
}
