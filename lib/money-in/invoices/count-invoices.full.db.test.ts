import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { countInvoices, listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { INVOICE_GROUPS, type InvoiceFilterQuery } from "@/lib/money-in/invoices/dashboard-schema";
import { newMerchant } from "@/lib/money-in/invoices/testing/gateway-rig";
import { seedDemoData } from "@/lib/run/demo-data/seed-demo-data";
import { openSeedableSandbox } from "@/lib/run/demo-data/testing/sandbox-rig";

let shop: string;

beforeAll(async () => {
  ({ merchantId: shop } = await openSeedableSandbox());
  await seedDemoData({ invoices: 800, email: null });
});
afterAll(closeDatabase);

/** Lists every row of a filter, page by page. */
async function listAll(query: InvoiceFilterQuery) {
  const items = [];
  let cursor: string | null = null;
  do {
    const page = await listInvoices(shop, { ...query, ...(cursor && { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}

const FILTERS: readonly InvoiceFilterQuery[] = [
  {},
  { coin: "usdt" },
  { network: "bsc", currency: "USD" },
  { from: "2026-03-01T00:00:00Z", to: "2026-09-01T00:00:00Z" },
  { q: "order" },
];

test("each tab counts what its list shows, for the filter otherwise set, and the totals add it up", async () => {
  for (const filter of FILTERS) {
    const { counts } = await countInvoices(shop, { ...filter, status: "paid" });
    for (const status of INVOICE_GROUPS) {
      const rows = await listAll({ ...filter, status });
      expect([filter, status, counts[status]]).toEqual([filter, status, { count: rows.length, isMore: false }]);
    }
    const all = await listAll(filter);
    expect([filter, counts["all"]?.count]).toEqual([filter, all.length]);

    const { totals } = await countInvoices(shop, filter);
    expect(totals?.rows).toBe(all.length);
    for (const { currency, amount } of totals?.sums ?? []) {
      const those = all.filter((row) => row.currency === currency);
      const sum = those.reduce((total, row) => total.plus(row.amount), decimal("0"));
      expect([filter, currency, amount]).toEqual([filter, currency, sum.toFixed()]);
    }
    expect(new Set(totals?.sums.map(({ currency }) => currency))).toEqual(new Set(all.map((row) => row.currency)));
  }
});

test("another merchant's invoices are neither counted nor added up, whatever the filter", async () => {
  const stranger = await newMerchant();
  const deposit = await database().deposit.findFirstOrThrow({ where: { status: "confirmed", ownerKind: "invoice" } });
  for (const filter of [...FILTERS, { q: deposit.transactionId }, { q: deposit.ownerId ?? "" }]) {
    const { counts, totals } = await countInvoices(stranger, filter);
    expect([filter, counts["all"]]).toEqual([filter, { count: 0, isMore: false }]);
    expect([filter, totals]).toEqual([filter, { rows: 0, sums: [], receivedUsd: "0.00" }]);
  }
  expect((await countInvoices(shop, { q: deposit.transactionId })).counts["all"]?.count).toBe(1);
});
