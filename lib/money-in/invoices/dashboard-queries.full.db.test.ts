import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { setAcceptedCoins } from "@/lib/money-in/accepted-coins/accepted-coins";
import { createInvoiceFromForm } from "@/lib/money-in/invoices/create-from-form";
import { getInvoiceDetail, listInvoiceOptions, listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { INVOICE_PAGE_SIZE } from "@/lib/money-in/invoices/dashboard-schema";
import { BLANK_INVOICE, newInvoiceInput } from "@/lib/money-in/invoices/new-invoice-schema";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

let shop: string;
let otherShop: string;

beforeAll(async () => {
  await openGateway();
  shop = await newMerchant();
  otherShop = await newMerchant();
});

function fromForm(merchantId: string, fields: Readonly<Record<string, unknown>> = {}) {
  const form = newInvoiceInput.parse({ ...BLANK_INVOICE, amount: "20", ...fields });
  return createInvoiceFromForm({ merchantId, actorId: randomUUID() }, form);
}

test("every option of the form creates the same invoice as in the machine API", async () => {
  const { id } = await fromForm(shop, {
    isPaymentMultiple: false,
    subtractPercent: "100",
    accuracyPercent: "2.5",
    discountPercent: "10",
    coin: "USDT",
    coinRule: "except",
    coins: [{ currency: "USDT", network: "eth" }],
    requestedRateSource: "Binance",
    payerEmail: "ada@example.com",
    referralCode: "friend-1",
  });
  const row = await database().invoice.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({
    isPaymentMultiple: false,
    subtractPercent: 100,
    discountPercent: 10,
    toCurrencyCode: "USDT",
    currencies: null,
    exceptCurrencies: [{ currency: "USDT", network: "eth" }],
    requestedRateSource: "Binance",
    payerEmail: "ada@example.com",
    fromReferralCode: "friend-1",
  });
  expect(row.accuracyPercent.toFixed()).toBe("2.5");
  const listed = await fromForm(shop, { coinRule: "only", coins: [{ currency: "DAI", network: "bsc" }] });
  expect(await database().invoice.findUniqueOrThrow({ where: { id: listed.id } })).toMatchObject({
    currencies: [{ currency: "DAI", network: "bsc" }],
    exceptCurrencies: null,
  });
});

test.each([
  ["subtractPercent", { subtractPercent: "101" }],
  ["accuracyPercent", { accuracyPercent: "5.01" }],
  ["discountPercent", { discountPercent: "-100" }],
  ["payerEmail", { payerEmail: "nobody" }],
  ["requestedRateSource", { requestedRateSource: "Somebody" }],
  ["coins", { coinRule: "only", coins: [] }],
])("a %s that the machine API would reject is rejected at its field", (name, fields) => {
  const parsed = newInvoiceInput.safeParse({ ...BLANK_INVOICE, amount: "20", ...fields });
  expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([name]);
});

test("paging covers every invoice once, newest first, even when many were created at the same time", async () => {
  const merchant = await newMerchant();
  const count = INVOICE_PAGE_SIZE + 7;
  for (let index = 0; index < count; index += 1) await newInvoice(merchant, { order_id: `page-${index}` });
  await database().invoice.updateMany({
    where: { merchantId: merchant },
    data: { createdAt: new Date("2026-11-20T10:00:00Z") },
  });

  const first = await listInvoices(merchant, {});
  const second = await listInvoices(merchant, { cursor: first.nextCursor ?? "" });

  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([INVOICE_PAGE_SIZE, 7, null]);
  expect(new Set([...first.items, ...second.items].map((row) => row.id)).size).toBe(count);
});

test("search finds by part of the order id, by id and by address, among the merchant's own only", async () => {
  const mine = await newInvoice(shop, { order_id: "Lamp-77" });
  const theirs = await newInvoice(otherShop, { order_id: "Lamp-78" });
  const find = async (q: string) => (await listInvoices(shop, { q })).items.map((row) => row.id);

  expect(await find("lamp-7")).toEqual([mine.id]);
  expect(await find(mine.id.toUpperCase())).toEqual([mine.id]);
  expect(await find(mine.currentQuote?.address ?? "none")).toEqual([mine.id]);
  expect(await find(theirs.id)).toEqual([]);
  expect(await find(theirs.currentQuote?.address ?? "none")).toEqual([]);
  expect([await find("%"), await find("L_mp"), await find("\\")]).toEqual([[], [], []]);
});

test("a filter shows exactly its statuses", async () => {
  const merchant = await newMerchant();
  const open = await newInvoice(merchant);
  const expired = await newInvoice(merchant, { order_id: "expired" });
  await database().invoice.update({ where: { id: expired.id }, data: { status: "cancel" } });
  const find = async (status: "open" | "expired" | "paid") =>
    (await listInvoices(merchant, { status })).items.map((row) => row.id);

  expect([await find("open"), await find("expired"), await find("paid")]).toEqual([[open.id], [expired.id], []]);
});

test("the detail shows what the payer owes and the merchant's share of it, and another merchant's is not found", async () => {
  const { id } = await newInvoice(shop, { amount: "100", order_id: "detail-1" });

  const detail = await getInvoiceDetail(shop, id);
  expect(detail).toMatchObject({ amount: "100", currency: "USDT", isCredited: false, isFinal: false });
  expect(detail.quotes).toEqual([expect.objectContaining({ isCurrent: true, payerAmount: "100", currency: "USDT" })]);
  expect(detail.events.map((event) => event.kind)).toContain("created");
  await expect(getInvoiceDetail(otherShop, id)).rejects.toMatchObject({ code: "not_found" });
});

test("the form creates an invoice whose payer may choose the coin, with a generated order id when none is given", async () => {
  const { id } = await fromForm(shop);

  const detail = await getInvoiceDetail(shop, id);
  expect(detail).toMatchObject({ amount: "20", currency: "USD", quotes: [] });
  expect(detail.orderId).toMatch(/^inv-[0-9a-f]{10}$/);
});

test("the form rejects a known order id at its field instead of returning the other invoice", async () => {
  await fromForm(shop, { orderId: "twice", coin: "USDT", network: "bsc" });

  await expect(fromForm(shop, { orderId: "twice" })).rejects.toMatchObject({
    fields: { orderId: [expect.any(String)] },
  });
  await expect(fromForm(otherShop, { orderId: "twice" })).resolves.toMatchObject({ id: expect.any(String) });
});

test("the form reports the machine API's error for an amount below the limits", async () => {
  await expect(fromForm(shop, { amount: "0.00000001", coin: "USDT", network: "bsc" })).rejects.toThrow(
    /^The minimum is /,
  );
});

test("the form offers only coins that can currently be paid with and that the merchant accepts", async () => {
  const options = await listInvoiceOptions(shop);

  expect(options.coins.find((coin) => coin.code === "USDT")?.networks.map((network) => network.code)).toContain("bsc");
  expect(options.coins.some((coin) => coin.code === "XMR")).toBe(false);
  expect(options.currencies.find((currency) => currency.code === "USD")).toMatchObject({ isFiat: true });
  const merchantId = await newMerchant();
  await setAcceptedCoins({ merchantId, userId: randomUUID() }, { coins: [{ currency: "USDT", network: "bsc" }] });
  expect((await listInvoiceOptions(merchantId)).coins).toMatchObject([{ code: "USDT", networks: [{ code: "bsc" }] }]);
});
