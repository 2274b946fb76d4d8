import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/kernel/db";
import { exportInstallationJournal, exportMerchantJournal } from "@/lib/ledger/statements/export-journal";
import { readStatement } from "@/lib/ledger/statements/read-statement";
import { statementQuery } from "@/lib/ledger/statements/schema";
import { newActor, newBill, press } from "@/lib/money-in/bills/testing/bill-rig";
import { invoiceNow, newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { buy, newLink } from "@/lib/money-in/payment-links/testing/link-rig";
import { newCharge, paySale, sell } from "@/lib/money-in/point-of-sale/testing/sale-rig";

/** The books name what sold something: a bill, a payment link or a terminal. */

let merchantId: string;
let billNumber: string | null;
beforeAll(async () => {
  await openGateway(20);
  merchantId = await newMerchant();
  const bill = await newBill(merchantId);
  billNumber = bill.number;
  const plain = await newInvoice(merchantId);
  const link = await newLink(merchantId, { title: "Tea\nand cake" });
  for (const id of [
    await press(bill),
    await buy(link),
    await sell(merchantId, await newActor(), newCharge()),
    plain.id,
  ])
    await paySale(id);
});
afterAll(closeDatabase);

async function originsIn({ pieces }: { pieces: AsyncIterable<string> }): Promise<string[]> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return [...text.matchAll(/; kind: invoice\.credit\n.*\n {4}; order_id: .*\n(?: {4}; origin: (.*)\n)?/g)].map(
    ([, origin]) => origin ?? "none",
  );
}

test("a statement names the bill, the link or the terminal of each credit", async () => {
  const { items } = await readStatement({ merchantId }, statementQuery.parse({ coin: "USDT" }));
  const credits = items.filter(({ kind }) => kind === "invoice.credit");
  expect(credits.map(({ origin }) => origin).toReversed()).toEqual([
    { kind: "bill", name: billNumber },
    { kind: "link", name: "Tea\nand cake" },
    { kind: "sale", name: null },
    null,
  ]);
  const orders = await Promise.all(credits.map(async ({ subject }) => (await invoiceNow(subject?.id ?? "")).orderId));
  expect(credits.map(({ subject }) => subject?.label)).toEqual(orders);
});

test("so do the journals of the merchant and of the installation, on a line each", async () => {
  const named = [`Bill ${billNumber}`, "Payment link Tea and cake", "Point of sale", "none"];
  expect(await originsIn(exportMerchantJournal(merchantId, "Paper Lantern", new Date()))).toEqual(named);
  expect(await originsIn(exportInstallationJournal(new Date()))).toEqual(named);
  expect(await originsIn(exportMerchantJournal(await newMerchant(), "Rival", new Date()))).toEqual([]);
});
