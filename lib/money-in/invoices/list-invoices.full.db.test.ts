import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { countText, NO_ROWS } from "@/lib/kernel/paging/tab-counts";
import { countInvoices, exportInvoices, listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import type { InvoiceListQuery } from "@/lib/money-in/invoices/dashboard-schema";
import { fillPool, newInvoice, newMerchant } from "@/lib/money-in/invoices/testing/gateway-rig";
import { growInvoices, rowsReadBy, statementsOf } from "@/lib/money-in/invoices/testing/grown-repo";
import { seedDemoData } from "@/lib/run/demo-data/seed-demo-data";
import { openSeedableSandbox } from "@/lib/run/demo-data/testing/sandbox-rig";

/** Statements that look for invoices. */
const OF_INVOICES = /FROM invoices i|FROM addresses a/;

let shop: string;
let stranger: string;

beforeAll(async () => {
  ({ merchantId: shop } = await openSeedableSandbox());
  await seedDemoData({ invoices: 2000, email: null });
  stranger = await newMerchant();
  await fillPool(100);
});
afterAll(closeDatabase);

/** Reads all pages of a list in sequence. */
async function walk(query: InvoiceListQuery, between: () => Promise<unknown> = async () => undefined) {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await listInvoices(shop, { ...query, ...(cursor && { cursor }) });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    await between();
  } while (cursor !== null);
  return ids;
}

const read = (ids: readonly string[]) =>
  database().invoice.findMany({ where: { id: { in: [...ids] } }, include: { currentQuote: true } });

async function fileOf(query: InvoiceListQuery, merchantId = shop): Promise<Record<string, string>[]> {
  let text = "";
  for await (const piece of exportInvoices(merchantId, query, new Date()).pieces) text += piece;
  return parse(text, { columns: true, bom: true });
}

describe("a list of invoices", () => {
  test("shows each existing invoice once, in order, while others are added and many share a time stamp", async () => {
    const before = await database().invoice.findMany({
      where: { merchantId: shop, status: "locked" },
      select: { id: true },
    });
    const at = new Date("2026-02-03T04:05:06.789Z");
    await database().invoice.updateMany({ where: { merchantId: shop, status: "cancel" }, data: { createdAt: at } });
    const cancelled = await database().invoice.count({ where: { merchantId: shop, status: "cancel" } });
    const walked = await walk({ status: "expired" }, () => newInvoice(shop, { currency: "USDT", network: "bsc" }));
    expect([walked.length, new Set(walked).size]).toEqual([cancelled, cancelled]);
    expect((await walk({ status: "locked" })).sort()).toEqual(before.map(({ id }) => id).sort());
  });

  test("is filtered by coin, network, currency and days, alone and together, and by nothing else", async () => {
    const query = {
      coin: "usdt",
      network: "BSC",
      currency: "usd",
      from: "2026-03-01T00:00:00Z",
      to: "2026-09-01T00:00:00Z",
    };
    const expected = await database().invoice.findMany({
      where: {
        merchantId: shop,
        currencyCode: "USD",
        createdAt: { gte: query.from, lt: query.to },
        currentQuote: { currencyCode: "USDT", networkCode: "bsc" },
      },
      select: { id: true },
    });
    expect(expected.length).toBeGreaterThan(20);
    expect((await walk(query)).sort()).toEqual(expected.map(({ id }) => id).sort());
    const byCoin = await read(await walk({ coin: "BTC", status: "short" }));
    expect(byCoin.length).toBeGreaterThan(0);
    expect(byCoin.every((row) => row.currentQuote?.currencyCode === "BTC" && row.status === "wrong_amount")).toBe(true);
  });
});

describe("a search", () => {
  async function sample() {
    const deposit = await database().deposit.findFirstOrThrow({
      where: { ownerKind: "invoice", networkCode: "bsc", status: "confirmed" },
    });
    const invoice = await database().invoice.findUniqueOrThrow({ where: { id: deposit.ownerId ?? "" } });
    return { deposit, invoice };
  }

  test("finds by the beginning of order id, uuid, transaction, address and sender, in any case, and names the field", async () => {
    const { deposit, invoice } = await sample();
    const found = async (q: string) =>
      (await listInvoices(shop, { q })).items.map(({ id, matchedBy }) => [id, matchedBy]);
    expect(await found(invoice.orderId.toUpperCase())).toEqual([[invoice.id, "order"]]);
    expect(await found(invoice.id)).toEqual([[invoice.id, "id"]]);
    expect(await found(invoice.id.slice(0, 13))).toEqual([[invoice.id, "id"]]);
    expect(await found(deposit.transactionId)).toEqual([[invoice.id, "transaction"]]);
    expect(await found(deposit.transactionId.slice(0, 20).toUpperCase())).toEqual([[invoice.id, "transaction"]]);
    expect(await found(deposit.toAddress)).toEqual([[invoice.id, "address"]]);
    expect(await found(deposit.fromAddress ?? "")).toEqual([[invoice.id, "sender"]]);
  });

  test("finds top-ups by their wallet's address and by the transaction that paid them", async () => {
    const topUp = await database().invoice.findFirstOrThrow({
      where: { merchantId: shop, walletId: { not: null } },
      include: { wallet: true },
    });
    const byAddress = await listInvoices(shop, { q: topUp.wallet?.address ?? "" });
    expect(byAddress.items.map(({ id }) => id)).toContain(topUp.id);
    const byTransaction = await listInvoices(shop, { q: topUp.transactionId ?? "" });
    expect(byTransaction.items.map(({ id }) => id)).toEqual([topUp.id]);
  });

  test("finds nothing of another merchant, and treats pattern characters literally", async () => {
    const { deposit, invoice } = await sample();
    for (const q of [
      invoice.orderId,
      invoice.id,
      deposit.transactionId,
      deposit.toAddress,
      deposit.fromAddress ?? "",
    ]) {
      expect((await listInvoices(stranger, { q })).items, q).toEqual([]);
    }
    for (const q of ["%", "_rder", "order%", "\\"]) expect((await listInvoices(shop, { q })).items, q).toEqual([]);
    expect(await fileOf({}, stranger)).toEqual([]);
  });
});

describe("an exported list", () => {
  test("has the rows of the list with the same filter, with exact amounts and times in UTC", async () => {
    const query = { status: "short", coin: "USDT" } as const;
    const [rows, listed] = [await fileOf(query), await walk(query)];
    expect(rows.map(({ uuid }) => uuid)).toEqual(listed);
    const [row] = rows;
    const invoice = (await read([row?.["uuid"] ?? ""]))[0];
    expect(row).toMatchObject({
      status: "wrong_amount",
      payer_amount: invoice?.currentQuote?.payerAmount.toFixed(),
      paid_amount: invoice?.paidAmount.toFixed(),
      created_at: invoice?.createdAt.toISOString(),
    });
  });

  test("is safe to open, whatever a shop names its orders", async () => {
    const names = ['=HYPERLINK("http://evil.test","x")', "+1", "-2+3", "@SUM(A1)", 'ü,"quoted"; 数'];
    for (const name of names) {
      const { id } = await newInvoice(shop, { currency: "USDT", network: "bsc" });
      await database().$executeRawUnsafe("ALTER TABLE invoices DISABLE TRIGGER invoices_guard");
      await database().invoice.update({ where: { id }, data: { orderId: name } });
      await database().$executeRawUnsafe("ALTER TABLE invoices ENABLE TRIGGER invoices_guard");
    }
    const written = (await fileOf({ from: new Date(Date.now() - 60_000).toISOString() })).map((row) => row["order_id"]);
    expect(written).toEqual(expect.arrayContaining([...names.slice(0, 4).map((name) => `'${name}`), names[4]]));
  });
});

/** Fourteen thousand invoices in total: enough that a full table scan is never the cheaper plan. */
const TIMES = 6;
/** One page, and what a rarely used coin adds in one pass. */
const ROWS_READ_MAX = 3_000;

test("no filter, search or order reads all invoices", async () => {
  await growInvoices(TIMES);
  const count = await database().invoice.count({ where: { merchantId: shop } });
  expect(count).toBeGreaterThan(4 * ROWS_READ_MAX);
  const deposit = await database().deposit.findFirstOrThrow({ where: { status: "confirmed" } });
  const { nextCursor } = await listInvoices(shop, { sort: "largest" });
  const queries = [
    {},
    { sort: "oldest" },
    { sort: "largest" },
    { sort: "smallest" },
    { sort: "largest", cursor: nextCursor ?? "" },
    { sort: "largest", status: "paid" },
    { status: "locked" },
    { coin: "BTC" },
    { currency: "GBP" },
    { q: deposit.transactionId },
  ] as const;
  const wrong: unknown[] = [];
  for (const query of queries) {
    const seen = await statementsOf(OF_INVOICES, () => listInvoices(shop, query));
    expect([query, seen.length > 0]).toEqual([query, true]);
    for (const statement of seen) {
      const rowsRead = await rowsReadBy(statement);
      if (rowsRead > ROWS_READ_MAX) wrong.push({ query, rowsRead });
    }
  }
  expect(wrong).toEqual([]);
});

/** Of each status, or for the totals: with its row of a search or its quote. */
const ROWS_COUNTED_MAX = 11_000;

test("counts and totals read a bounded number of invoices, however many there are", async () => {
  const all = await database().invoice.count({ where: { merchantId: shop } });
  expect(all).toBeGreaterThan(ROWS_COUNTED_MAX);
  const queries = [{}, { status: "paid" }, { q: "order" }, { coin: "BTC" }, { currency: "GBP" }] as const;
  const wrong: unknown[] = [];
  for (const query of queries) {
    const seen = await statementsOf(OF_INVOICES, () => countInvoices(shop, query));
    expect([query, seen.length > 0]).toEqual([query, true]);
    for (const statement of seen) {
      const rowsRead = await rowsReadBy(statement);
      // The 2,000 newest of each status are nearly all here: each is read once, with its quote.
      const max = "coin" in query || "currency" in query ? 2 * all : ROWS_COUNTED_MAX;
      if (rowsRead > max) wrong.push({ query, rowsRead });
    }
  }
  expect(wrong).toEqual([]);
  const { counts, totals } = await countInvoices(shop, {});
  expect(countText(counts["all"] ?? NO_ROWS)).toBe("999+");
  expect(totals).toBeNull();
});
