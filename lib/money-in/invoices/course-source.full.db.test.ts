import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { invoiceNow, newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { createKucoinSource } from "@/lib/pricing/rates/market-sources";
import { clearRatesCache, findRate } from "@/lib/pricing/rates/queries";
import { refreshRates } from "@/lib/pricing/rates/refresh-rates";
import { parseSourceName } from "@/lib/pricing/rates/source-name";
import { scheduledSources } from "@/lib/pricing/rates/sources";
import { shareSettings } from "@/lib/run/worker/testing/settings";
import { startRateServer } from "@/scripts/lib/rate-server.mjs";

/** The sandbox's own setup: a rates file, and the server that imitates the four sources. */
const folder = mkdtempSync(join(tmpdir(), "chaintill-rates-"));
const file = join(folder, "rates.json");
const writePrices = (prices: Record<string, string>) =>
  writeFileSync(file, JSON.stringify({ moving: prices, fixed: { USDT: "1", USDC: "1", EUR: "1.25", RUB: "0.0125" } }));
let server: Awaited<ReturnType<typeof startRateServer>>;
let merchantId: string;

const ask = async () => {
  const reports = await refreshRates(
    scheduledSources().map(({ source }) => source),
    AbortSignal.timeout(60_000),
  );
  clearRatesCache();
  return reports;
};
const priced = (course_source: string | null, fields: Record<string, unknown> = {}) =>
  newInvoice(merchantId, {
    amount: "1000",
    currency: "USD",
    to_currency: "ETH",
    network: "eth",
    course_source,
    ...fields,
  });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "created",
    (error: Error) => error.message,
  );
const age = async (source: string) => {
  await database()
    .$executeRaw`UPDATE rates SET observed_at = observed_at - interval '11 minutes' WHERE source = ${source}`;
  clearRatesCache();
};

beforeAll(async () => {
  writePrices({ ETH: "2000", BTC: "100000" });
  server = await startRateServer(file);
  shareSettings({ RATES_FILE: file, RATE_SOURCES_URL: `${server.url}/` });
  await openGateway();
});
beforeEach(async () => {
  await database().$executeRaw`DELETE FROM rates`;
  merchantId = await newMerchant();
  await ask();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
  await closeDatabase();
});

describe("course_source in the sandbox", () => {
  test.each([
    ["Kucoin", "1998.2", "Kucoin"],
    ["kucoin", "1998.2", "Kucoin"],
    ["Binance", "2001.4", "Binance"],
    ["Exmo", "2004.2", "Exmo"],
    // P2P adverts cover fiat only: the coin is priced by the same exchange's market.
    ["BinanceP2P", "2001.4", "Binance"],
    ["BinanceP2p", "2001.4", "Binance"],
  ])("%s prices from the server's response in that source's format: ETH at %s", async (name, usdPrice, source) => {
    const before = new Date();
    const invoice = await priced(name);
    expect(invoice.currentQuote?.usdRate.toFixed()).toBe(usdPrice);
    expect(invoice.currentQuote?.rateSource).toBe(source);
    const stored = await database().quote.findFirstOrThrow({ where: { invoiceId: invoice.id } });
    expect(stored.rateSource).toBe(source);
    expect(before.getTime() - stored.rateAt.getTime()).toBeLessThan(60_000);
    expect(invoice.requestedRateSource).toBe(parseSourceName(name));
  });

  test("when omitted, prices from the sandbox's file including its fluctuation", async () => {
    const { currentQuote } = await priced(null);
    expect(currentQuote?.rateSource).toBe("Sandbox");
    expect(currentQuote?.usdRate.minus("2000").abs().lte("6")).toBe(true);
  });

  test("BinanceP2P prices fiat from the adverts and the coin from the market", async () => {
    const invoice = await priced("BinanceP2P", { currency: "RUB", amount: "100000" });
    expect(invoice.currentQuote?.rateSource).toBe("BinanceP2P+Binance");
    const { rate } = await findRate({ from: "RUB", to: "USD", source: "BinanceP2P" });
    expect(rate.minus("0.0125").abs().lte("0.0001")).toBe(true);
    expect(rate.eq("0.0125")).toBe(false);
  });

  test("follows changes of the file", async () => {
    writePrices({ ETH: "2100", BTC: "100000" });
    await ask();
    expect((await priced("Kucoin")).currentQuote?.usdRate.toFixed()).toBe("2098.11");
    writePrices({ ETH: "2000", BTC: "100000" });
  });

  test("falls back to the next source for a coin that the named one does not trade", async () => {
    const { currentQuote } = await priced("Kucoin", { to_currency: "USDC", network: "bsc" });
    expect(currentQuote?.rateSource).toBe("Kucoin");
    await database().rate.deleteMany({ where: { source: "Kucoin", currencyCode: "ETH" } });
    clearRatesCache();
    expect((await priced("Kucoin")).currentQuote?.rateSource).toBe("Binance");
  });
});

describe("the merchant's own rate source", () => {
  const choose = (requestedRateSource: string | null) =>
    database().merchant.update({ where: { id: merchantId }, data: { requestedRateSource } });

  test("applies when a request names none, is overridden by the request, and does not affect earlier invoices", async () => {
    const before = await priced(null);
    await choose("Kucoin");
    const after = await priced(null);
    expect([before.requestedRateSource, after.requestedRateSource]).toEqual([null, "Kucoin"]);
    expect(after.currentQuote?.rateSource).toBe("Kucoin");
    expect((await priced("Exmo")).currentQuote?.rateSource).toBe("Exmo");
  });

  test("applies when a payer chooses a coin later, too", async () => {
    await choose("Exmo");
    const { id } = await priced(null, { to_currency: null, network: null });
    await chooseCoin(id, { currency: "ETH", network: "eth" });
    expect((await invoiceNow(id)).currentQuote?.rateSource).toBe("Exmo");
  });

  test("sizes payouts of a fiat amount, but not those of a coin amount", async () => {
    const shop = await newPayer({ ETH: "10" });
    await fundHot("eth", "ETH", "10");
    await database().merchant.update({ where: { id: shop.merchantId }, data: { requestedRateSource: "Kucoin" } });
    const merchant = await getMerchant(shop.merchantId);
    const pay = (fields: Record<string, unknown>) =>
      createPayout(
        merchant,
        createPayoutInput.parse({
          order_id: randomUUID(),
          network: "eth",
          address: EVM_ADDRESS,
          is_subtract: true,
          ...fields,
        }),
      );
    const fiat = { amount: "1998.2", currency: "USD", to_currency: "ETH" };
    const byDefault = await pay(fiat);
    const byName = await pay({ ...fiat, course_source: "Exmo" });
    const inCoin = await pay({ amount: "1", currency: "ETH" });
    expect([byDefault.requestedRateSource, byDefault.sentAmount.toFixed()]).toEqual(["Kucoin", "1"]);
    expect([byName.requestedRateSource, byName.sentAmount.lt("1")]).toEqual(["Exmo", true]);
    expect(inCoin.requestedRateSource).toBeNull();
  });
});

describe("a rate source that is down", () => {
  test("rejects invoices that name it once its rates are old, and does not affect other sources", async () => {
    await age("Kucoin");
    expect(await refusal(priced("Kucoin"))).toBe("price_unavailable");
    expect([await refusal(priced("Binance")), await refusal(priced(null))]).toEqual(["created", "created"]);
  });

  test("rejects invoices even if it never responded: another source's price was not requested", async () => {
    await database().rate.deleteMany({ where: { source: "Exmo" } });
    clearRatesCache();
    expect(await refusal(priced("Exmo"))).toBe("price_unavailable");
    expect(await refusal(priced("Exmo", { to_currency: null, network: null }))).toBe("price_unavailable");
  });

  test("does not delay the refresh of others or a creation when it hangs", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await age("Kucoin");
    const sources = scheduledSources().map(({ source }) =>
      source.name === "Kucoin" ? createKucoinSource({ origin }) : source,
    );
    const refreshing = refreshRates(sources, AbortSignal.timeout(2_000));
    expect(await refusal(priced("Kucoin"))).toBe("price_unavailable");
    const failed = (await refreshing).filter(({ failure }) => failure !== null);
    expect(failed.map(({ source, failure }) => [source, failure])).toEqual([["Kucoin", "Kucoin: no answer"]]);
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  test("returns errors for an unknown path, a broken file and a body that is not a search", async () => {
    expect((await fetch(`${server.url}/kraken/ticker`)).status).toBe(404);
    expect((await fetch(`${server.url}/kucoin/api/v1/market/allTickers`, { method: "POST", body: "{}" })).status).toBe(
      404,
    );
    writeFileSync(file, '{"moving":');
    expect((await ask()).filter(({ failure }) => failure === null)).toEqual([]);
    writePrices({ ETH: "2000", BTC: "100000" });
    const search = `${server.url}/binancep2p/bapi/c2c/v2/friendly/c2c/adv/search`;
    expect((await fetch(search, { method: "POST", body: "{" })).status).toBe(500);
    expect(await (await fetch(search, { method: "POST", body: '{"asset":"USDT","fiat":"XXX"}' })).json()).toMatchObject(
      {
        data: [],
      },
    );
  });
});

describe("a conversion", () => {
  test("into a coin that was never priced is rejected as such; into one whose price is too old, as temporarily unavailable", async () => {
    await database().rate.deleteMany({ where: { currencyCode: "BTC" } });
    clearRatesCache();
    const toBitcoin = { to_currency: "BTC", network: "btc" };
    expect(await refusal(priced(null, toBitcoin))).toBe("convert_failed");
    expect(await refusal(priced("Kucoin", toBitcoin))).toBe("convert_failed");
    expect(await refusal(priced(null, { currency: "BTC", to_currency: null, network: "btc" }))).toBe(
      "price_unavailable",
    );
    await age("Sandbox");
    expect(await refusal(priced(null))).toBe("price_unavailable");
    expect(await refusal(priced(null, { to_currency: null, network: null }))).toBe("price_unavailable");
  });
});
