import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { exportInvoices, listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import type { InvoiceFilterQuery } from "@/lib/money-in/invoices/dashboard-schema";
import { newInvoice, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { growInvoices } from "@/lib/money-in/invoices/testing/grown-repo";

/** More than any page or file reads at once. */
const COPIES = 2_100;
let shop: string;

beforeAll(async () => {
  await openGateway(5);
  shop = await newMerchant();
});
afterAll(closeDatabase);

async function orderIds(query: InvoiceFilterQuery): Promise<string[]> {
  let text = "";
  for await (const piece of exportInvoices(shop, query, new Date()).pieces) text += piece;
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  return rows.map((row) => row["order_id"] ?? "");
}

test("an exported list that is sorted by value is read by time, which no payment changes meanwhile", async () => {
  for (const worth of ["20", "30", "10"]) {
    const { id } = await newInvoice(shop, { order_id: `worth-${worth}` });
    await database().invoice.update({ where: { id }, data: { paidAmountUsd: worth } });
  }
  const newestFirst = ["worth-10", "worth-30", "worth-20"];
  for (const sort of ["newest", "largest", "smallest"] as const) expect(await orderIds({ sort })).toEqual(newestFirst);
  expect(await orderIds({ sort: "oldest" })).toEqual(newestFirst.toReversed());
});

test("a search for the payer of thousands of invoices finds the first of them in the list's order, and all of them in the export", async () => {
  const paid = await pay(await newInvoice(shop, { order_id: "exchange" }), { amount: "100" });
  const { fromAddress } = await database().deposit.findUniqueOrThrow({ where: { id: paid } });
  await growInvoices(COPIES);
  const q = fromAddress ?? "";
  for (const sort of ["newest", "oldest"] as const) {
    const [found, all] = [await listInvoices(shop, { q, sort }), await listInvoices(shop, { q: "exchange", sort })];
    expect(found.items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
  }
  expect(new Set(await orderIds({ q })).size).toBe(COPIES + 1);
});
