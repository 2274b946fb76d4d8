import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { openPayView } from "@/lib/fronts/payment-page/open-pay-view";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { chooseCoin, QUOTES_MAX } from "@/lib/money-in/invoices/choose-coin";
import {
  fillPool,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  setPrice,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { syncExchangeTerms } from "@/lib/pricing/exchange-terms/repo";
import { clearRatesCache } from "@/lib/pricing/rates/queries";
import { clearTypicalFeesCache } from "@/lib/sending/fees/fee-estimate";

let merchantId: string;
beforeAll(async () => {
  await openGateway();
  await fillPool(20, "btc");
  await withTransaction(syncExchangeTerms);
});
beforeEach(async () => {
  merchantId = await newMerchant();
  await database().payoutFeeEstimate.deleteMany();
  clearTypicalFeesCache();
});
afterAll(closeDatabase);

const only = (currency: string, network: string | null = null) => ({ currency, network });
const create = (fields: Record<string, unknown> = {}) =>
  newInvoice(merchantId, { currency: "USD", network: null, amount: "50", currencies: [only("USDT")], ...fields });

async function viewOf(id: string) {
  const view = await loadPayView(id);
  if (view === null) throw new Error("no view");
  return view;
}
const names = (entries: readonly { currency: string; networkCode: string }[]) =>
  entries.map(({ currency, networkCode }) => `${currency}@${networkCode}`);
const closedOf = async (id: string) =>
  (await viewOf(id)).unavailable.map(({ currency, networkCode, reason, limit }) =>
    [`${currency}@${networkCode}`, reason, limit?.toFixed() ?? null].join(" "),
  );

async function estimate(currencyCode: string, networkCode: string, amount: string, minutesAgo = 0) {
  await database().payoutFeeEstimate.create({
    data: { currencyCode, networkCode, amount, priority: "recommended", observedAt: minutesFromNow(-minutesAgo) },
  });
  clearTypicalFeesCache();
}

describe("the network fee", () => {
  test("is the worker's estimate, in the network's coin and in the invoice's currency, cheapest first", async () => {
    await estimate("USDT", "eth", "0.0005");
    await estimate("USDT", "bsc", "0.00002");
    const { choices } = await viewOf((await create({ currency: "EUR" })).id);
    expect(names(choices)).toEqual(["USDT@bsc", "USDT@eth", "USDT@polygon"]);
    // 0.00002 BNB at 800 dollars, and 0.0005 ETH at 2000, each at 1.25 dollars for a euro.
    expect(
      choices.map(({ networkFee: fee }) => fee && [fee.amount.toFixed(), fee.currency, fee.worth?.toFixed()]),
    ).toEqual([["0.00002", "BNB", "0.0128"], ["0.0005", "ETH", "0.8"], null]);
  });

  test("is in dollars for an invoice in a coin, and has no value while its coin has no fresh price", async () => {
    await estimate("USDT", "bsc", "0.00002");
    const invoice = await create({ currency: "USDT" });
    const feeOf = async () =>
      (await viewOf(invoice.id)).choices.find(({ networkCode }) => networkCode === "bsc")?.networkFee;
    expect(await feeOf()).toMatchObject({ worthCurrency: "USD" });
    expect((await feeOf())?.worth?.toFixed()).toBe("0.016");
    await setPrice("BNB", "800", 86_400);
    expect((await feeOf())?.worth).toBeNull();
    await setPrice("BNB", "800");
  });

  test("is not shown when the estimate is older than ten minutes", async () => {
    await estimate("USDT", "bsc", "0.00002", 11);
    const { choices } = await viewOf((await create()).id);
    expect(choices.map(({ networkFee }) => networkFee)).toEqual([null, null, null]);
  });
});

describe("withdrawal terms of exchanges", () => {
  test("are shown with each choice and, once a coin is chosen, with the names of its network", async () => {
    const invoice = await create();
    const { choices, exchange } = await viewOf(invoice.id);
    expect(exchange).toBeNull();
    expect(choices.find(({ networkCode }) => networkCode === "bsc")?.exchange?.minimum.toFixed()).toBe("10");
    await chooseCoin(invoice.id, { currency: "USDT", network: "bsc" });
    const chosen = (await viewOf(invoice.id)).exchange;
    expect([chosen?.terms?.fee.toFixed(), chosen?.names[0]]).toEqual(["0.3", "BEP20"]);
    expect(chosen?.wrongNames).toContain("TRC20");
  });
});

describe("an unavailable choice", () => {
  test("says that its network does not respond, and returns with it", async () => {
    const invoice = await create();
    const setStopped = async (stoppedAt: Date | null) => {
      await database().chainCursor.update({ where: { networkCode: "eth" }, data: { stoppedAt } });
      clearCatalogCache();
    };
    await setStopped(new Date());
    expect(await closedOf(invoice.id)).toEqual(["USDT@eth network "]);
    expect(names((await viewOf(invoice.id)).choices)).toEqual(["USDT@bsc", "USDT@polygon"]);
    await setStopped(null);
    expect(await closedOf(invoice.id)).toEqual([]);
  });

  test("says that there is no fresh price", async () => {
    const invoice = await create({ currencies: [only("USDT", "bsc"), only("BTC")] });
    await setPrice("BTC", "100000", 86_400);
    expect(await closedOf(invoice.id)).toEqual(["BTC@btc price "]);
    await setPrice("BTC", "100000");
    expect(await closedOf(invoice.id)).toEqual([]);
  });

  test("says which limit the amount violates", async () => {
    const limits = async (data: { paymentMin?: string; paymentMax?: string }) => {
      await database().service.updateMany({ where: { currencyCode: "BTC" }, data });
      clearCatalogCache();
    };
    const invoice = await create({ currencies: [only("USDT", "bsc"), only("BTC")] });
    await limits({ paymentMin: "0.001" });
    expect(await closedOf(invoice.id)).toEqual(["BTC@btc minimum 0.001"]);
    await limits({ paymentMin: "0.00001", paymentMax: "0.0004" });
    expect(await closedOf(invoice.id)).toEqual(["BTC@btc maximum 0.0004"]);
    await limits({ paymentMax: "20" });
  });

  test("is omitted if this gateway never had a node for it, or if the merchant does not allow it", async () => {
    const invoice = await create({ currencies: [only("USDT"), only("XMR")], except_currencies: [only("USDT", "eth")] });
    const { choices, unavailable } = await viewOf(invoice.id);
    expect(names(choices)).toEqual(["USDT@bsc", "USDT@polygon"]);
    expect(unavailable).toEqual([]);
  });
});

describe("a single allowed coin", () => {
  test("is chosen when the page is opened, once", async () => {
    const invoice = await create({ currencies: [only("USDT", "bsc")] });
    const opened = await Promise.all(Array.from({ length: 4 }, () => openPayView(invoice.id, new Date())));
    for (const view of opened) expect(view?.quote?.currency).toBe("USDT");
    expect(await database().quote.count({ where: { invoiceId: invoice.id } })).toBe(1);
  });

  test("is not chosen automatically while another allowed one is only temporarily unavailable", async () => {
    const invoice = await create({ currencies: [only("USDT", "bsc"), only("BTC")] });
    await setPrice("BTC", "100000", 86_400);
    expect((await openPayView(invoice.id, new Date()))?.quote).toBeNull();
    await setPrice("BTC", "100000");
  });

  test("stays a manual choice while it is unavailable, and is not chosen after the end", async () => {
    const invoice = await create({ currencies: [only("BTC")] });
    expect((await openPayView(invoice.id, minutesFromNow(600)))?.quote).toBeNull();
    expect((await openPayView(invoice.id, new Date()))?.quote?.currency).toBe("BTC");
  });
});

describe("changing the choice", () => {
  test("keeps the address within a family, counts down, and is limited to ten quotes, all of which stay valid", async () => {
    const invoice = await create();
    const networks = Array.from({ length: QUOTES_MAX }, (_, index) => (index % 2 === 0 ? "bsc" : "polygon"));
    const seen = [];
    for (const network of networks) {
      await chooseCoin(invoice.id, { currency: "USDT", network });
      const { changesLeft, mayRequote } = await viewOf(invoice.id);
      seen.push(changesLeft);
      expect(mayRequote).toBe(changesLeft > 0);
    }
    expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    const quotes = await database().quote.findMany({ where: { invoiceId: invoice.id } });
    expect(new Set(quotes.map(({ address }) => address)).size).toBe(1);
    expect(quotes.every(({ validUntil }) => validUntil.getTime() === invoice.expiresAt.getTime())).toBe(true);
    await expect(chooseCoin(invoice.id, { currency: "USDT", network: "bsc" })).rejects.toThrow(
      "coin_changed_too_often",
    );
  });
});

test("offers nothing for a closed invoice", async () => {
  clearRatesCache();
  const invoice = await create();
  await database().invoice.update({ where: { id: invoice.id }, data: { status: "cancel", finalAt: new Date() } });
  const { choices, unavailable } = await viewOf(invoice.id);
  expect([choices, unavailable]).toEqual([[], []]);
});
