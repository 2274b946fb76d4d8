import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { chooseCoin, listChoices, QUOTES_MAX } from "@/lib/money-in/invoices/choose-coin";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  drainPool,
  fillPool,
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  setPrice,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { toInvoiceView } from "@/lib/money-in/invoices/wire-view";

let merchantId: string;
beforeAll(() => openGateway(400));
beforeEach(async () => {
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

const rowCounts = async () => ({
  invoices: await database().invoice.count(),
  quotes: await database().quote.count(),
  events: await database().invoiceEvent.count(),
  claims: await database().claimedOrderId.count(),
  taken: await database().address.count({ where: { ownerId: { not: null } } }),
});
const create = (fields: Record<string, unknown>) => newInvoice(merchantId, fields);
/** Expects a rejection that writes nothing, and returns its message. */
async function refusal(fields: Record<string, unknown>): Promise<string> {
  const before = await rowCounts();
  const error: unknown = await create(fields).then(
    () => "created",
    (reason: unknown) => reason,
  );
  expect(await rowCounts()).toEqual(before);
  if (!(error instanceof Error)) return String(error);
  return "fields" in error && error.fields ? JSON.stringify(error.fields) : error.message;
}

describe("one order id", () => {
  test("requested 200 times concurrently yields one invoice with one address, and 200 equal responses", async () => {
    const before = await rowCounts();
    const order_id = randomUUID();
    const invoices = await Promise.all(Array.from({ length: 200 }, () => create({ order_id })));
    const answers = new Set(invoices.map((invoice) => JSON.stringify(toInvoiceView(invoice, true))));
    expect(answers.size).toBe(1);
    const { invoices: made, quotes, events, claims, taken } = before;
    expect(await rowCounts()).toEqual({
      invoices: made + 1,
      quotes: quotes + 1,
      events: events + 1,
      claims: claims + 1,
      taken: taken + 1,
    });
  });

  test("requested concurrently with different terms yields one invoice, the same for every caller", async () => {
    const order_id = randomUUID();
    const amounts = ["10", "20", "30", "40", "50", "60"];
    const invoices = await Promise.all(amounts.map((amount) => create({ order_id, amount })));
    expect(new Set(invoices.map(({ id, amount }) => `${id} ${amount.toFixed()}`)).size).toBe(1);
    expect((await create({ order_id, amount: "0.00000001", currency: "NOTHING" })).id).toBe(invoices[0]?.id);
  });

  test("may be used by every merchant and is case-sensitive", async () => {
    const order_id = `Order-${randomUUID()}`;
    const [mine, other] = [await create({ order_id }), await newInvoice(await newMerchant(), { order_id })];
    expect(mine.id).not.toBe(other.id);
    expect((await create({ order_id: order_id.toLowerCase() })).id).not.toBe(mine.id);
  });

  test("taken by a static wallet is rejected by name", async () => {
    const orderId = randomUUID();
    await database().claimedOrderId.create({ data: { merchantId, orderId, kind: "wallet", ownerId: randomUUID() } });
    expect(await refusal({ order_id: orderId })).toBe('{"order_id":["validation.unique"]}');
  });

  test.each([
    ["the same terms", {}],
    ["a choice for the payer", { currency: "USD", network: null }],
    ["terms that would be refused", { amount: "0.00000001", discount_percent: 100, network: "moon" }],
  ])(
    "repeated later with %s is resolved by a search without writing anything, not even temporarily",
    async (_, fields) => {
      const lastEvent = () => database().$queryRaw`SELECT last_value FROM invoice_events_id_seq`;
      for (const first of [await create({}), await create({ currency: "USD", network: null })]) {
        const before = [await rowCounts(), await lastEvent()];
        expect((await create({ ...fields, order_id: first.orderId })).id).toBe(first.id);
        expect([await rowCounts(), await lastEvent()]).toEqual(before);
      }
    },
  );

  test("returns its invoice while the pool is empty, and while an unrelated error would prevent a creation", async () => {
    const order_id = randomUUID();
    const first = await create({ order_id });
    await drainPool();
    expect((await create({ order_id })).id).toBe(first.id);
    await setPrice("ETH", "2000", 121);
    const unpriced = { order_id, amount: "10", currency: "USD", to_currency: "ETH", network: "eth" };
    expect((await create(unpriced)).id).toBe(first.id);
    await setPrice("ETH", "2000");
    await fillPool(200);
  });

  test("gets the invoice that took the last address, while another order is told that there is none", async () => {
    await drainPool();
    await fillPool(1);
    const order_id = randomUUID();
    const invoices = await Promise.all(Array.from({ length: 12 }, () => create({ order_id })));
    expect(new Set(invoices.map(({ id }) => id)).size).toBe(1);
    expect(await refusal({})).toBe("terminal_not_found");
    await fillPool(200);
  });
});

describe("a new invoice", () => {
  test("in a coin on a network gets a unique address at once", async () => {
    const invoices = await Promise.all(Array.from({ length: 30 }, () => create({})));
    const addresses = invoices.map((invoice) => invoice.currentQuote?.address);
    expect(new Set(addresses).size).toBe(30);
    const [invoice] = invoices;
    expect(invoice && (await invoiceNow(invoice.id))).toMatchObject({ ...invoice });
  });

  test("in dollars to a coin is priced at the rate, rounded up to the coin's payable unit", async () => {
    await setPrice("ETH", "3000");
    const invoice = await create({ amount: "10", currency: "USD", to_currency: "eth", network: "ETH" });
    expect(invoice.currentQuote).toMatchObject({ currencyCode: "ETH", networkCode: "eth" });
    expect(invoice.currentQuote?.payerAmount.toFixed()).toBe("0.00333334");
    await setPrice("ETH", "2000");
  });

  test("without a coin has no address until the payer chooses one", async () => {
    const before = await database().address.count({ where: { ownerId: { not: null } } });
    const invoice = await create({ currency: "USD", network: null });
    expect(invoice.currentQuote).toBe(null);
    expect(toInvoiceView(invoice, false)).toMatchObject({
      address: null,
      payer_amount: null,
      merchant_amount: null,
      amount: "100.00",
    });
    expect(await database().address.count({ where: { ownerId: { not: null } } })).toBe(before);
  });

  test.each([
    [{ currency: "MOON" }, "currency_not_found"],
    [{ currency: "USDТ" }, "currency_not_found"],
    [{ network: "moon" }, "network_not_found"],
    [{ currency: "USD", to_currency: "EUR" }, "to_currency_not_found"],
    [{ currency: "USD", to_currency: "NOPE" }, "to_currency_not_found"],
    [{ currency: "BTC", network: "bsc" }, "service_not_found"],
    [{ currency: "USD", to_currency: "BTC", network: "bsc" }, "to_currency_not_found"],
    [{ network: "tron" }, "terminal_not_found"],
    [{ amount: "0.49999999" }, "below_minimum 0.5 USDT"],
    [{ amount: "1000000.00000001" }, "above_maximum 1000000 USDT"],
    [{ currency: "USD", network: null, amount: "0.01" }, /^below_minimum /],
    [{ discount_percent: 100 }, "below_minimum 0.5 USDT"],
    [{ discount_percent: 100, network: null }, "below_minimum 0.5 USDT"],
    [{ course_source: "Nobody" }, '{"course_source":["validation.in"]}'],
    [
      { currency: "USD", network: null, currencies: [{ currency: "USD" }] },
      '{"currencies.0.currency":["validation.in"]}',
    ],
    [
      { currency: "USD", network: null, except_currencies: [{ currency: "BTC", network: "x" }] },
      '{"except_currencies.0.network":["validation.in"]}',
    ],
    [{ currencies: [{ currency: "BTC" }] }, "service_not_found"],
  ])("of %j is rejected with the text of the API, and nothing is written", async (fields, message) => {
    expect(await refusal(fields)).toMatch(
      message instanceof RegExp ? message : new RegExp(`^${message.replace(/[.{}[\]]/g, "\\$&")}$`),
    );
  });

  test("is rejected while no fresh rate is known, and nothing is written", async () => {
    await setPrice("ETH", "2000", 121);
    expect(await refusal({ amount: "10", currency: "USD", to_currency: "ETH", network: "eth" })).toBe(
      "price_unavailable",
    );
    await setPrice("ETH", "2000");
  });

  test("is rejected for a merchant whose payments are blocked; an existing one is still returned", async () => {
    const old = await create({});
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: new Date() } });
    expect(await refusal({})).toBe("payments_blocked");
    expect((await create({ order_id: old.orderId })).id).toBe(old.id);
  });

  test("offers what its lists allow, minus what they exclude, in any case of the codes", async () => {
    const invoice = await create({
      currency: "usd",
      network: null,
      currencies: [{ currency: "usdt" }, { currency: "ETH", network: "ETH" }],
      except_currencies: [{ currency: "USDT", network: "POLYGON" }],
    });
    const offered = (await listChoices(invoice)).map(({ currency, network }) => `${currency.code} ${network.code}`);
    expect(offered.sort()).toEqual(["ETH eth", "USDT bsc", "USDT eth"]);
    await expect(chooseCoin(invoice.id, { currency: "USDT", network: "polygon" })).rejects.toMatchObject({
      message: "terminal_not_found",
    });
    await expect(chooseCoin(invoice.id, { currency: "BNB", network: "bsc" })).rejects.toMatchObject({
      code: "unavailable",
    });
  });
});

describe("the payer's choice", () => {
  const COINS = [
    ["USDT", "bsc"],
    ["USDT", "eth"],
    ["USDC", "polygon"],
    ["ETH", "eth"],
  ] as const;

  test("keeps one address per family, adds a quote each time, and is limited to ten quotes", async () => {
    const { id } = await create({ currency: "USD", network: null });
    for (let count = 0; count < QUOTES_MAX; count += 1) {
      const [currency, network] = COINS[count % COINS.length] ?? expect.fail();
      await chooseCoin(id, { currency, network });
      await chooseCoin(id, { currency: currency.toLowerCase(), network: network.toUpperCase() });
    }
    const quotes = await database().quote.findMany({ where: { invoiceId: id } });
    expect([quotes.length, new Set(quotes.map(({ address }) => address)).size]).toEqual([QUOTES_MAX, 1]);
    await expect(chooseCoin(id, { currency: "USDC", network: "polygon" })).rejects.toMatchObject({ code: "refused" });
    expect(await database().address.count({ where: { ownerId: id } })).toBe(1);
  });

  test("creates one quote when made several times concurrently", async () => {
    const { id } = await create({ currency: "USD", network: null });
    await Promise.all(Array.from({ length: 8 }, () => chooseCoin(id, { currency: "USDT", network: "bsc" })));
    expect(await database().quote.count({ where: { invoiceId: id } })).toBe(1);
  });

  test("still counts a payment for an earlier quote, at that quote's price", async () => {
    const { id } = await create({ currency: "USD", network: null });
    await chooseCoin(id, { currency: "USDT", network: "bsc" });
    await chooseCoin(id, { currency: "ETH", network: "eth" });
    const invoice = await invoiceNow(id);
    expect(invoice.currentQuote?.payerAmount.toFixed()).toBe("0.05");
    await setPrice("ETH", "500");
    await pay(invoice, { amount: "50" });
    await settleInvoice(id);
    expect((await invoiceNow(id)).paidAmount.toFixed()).toBe("0.025");
    await expect(chooseCoin(id, { currency: "USDC", network: "bsc" })).rejects.toMatchObject({ code: "refused" });
    await pay(invoice, { amount: "0.025", currency: "ETH", network: "eth" });
    await settleInvoice(id);
    const paid = await invoiceNow(id);
    expect([paid.status, paid.paidAmount.toFixed(), paid.paidAmountUsd.toFixed()]).toEqual(["paid", "0.05", "100"]);
    expect([await walletOf(merchantId), await walletOf(merchantId, "ETH")]).toEqual(["49.5", "0.02475"]);
    expect([paid.creditedAmount?.toFixed(), paid.commissionAmount?.toFixed()]).toEqual(["0.0495", "0.0005"]);
    expect(await bookDifferences()).toEqual([]);
    await setPrice("ETH", "2000");
  });

  test("is rejected for an invoice that has ended or was paid", async () => {
    const invoice = await create({});
    await pay(invoice, { amount: "100" });
    await settleInvoice(invoice.id);
    await expect(chooseCoin(invoice.id, { currency: "USDT", network: "eth" })).rejects.toMatchObject({
      code: "refused",
    });
    await expect(chooseCoin(randomUUID(), { currency: "USDT", network: "eth" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
