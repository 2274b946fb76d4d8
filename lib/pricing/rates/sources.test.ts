import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createBinanceP2pSource } from "@/lib/pricing/rates/binance-p2p-source";
import { createBinanceSource, createExmoSource, createKucoinSource } from "@/lib/pricing/rates/market-sources";
import { type RateSource, RateSourceError, wantedPairs } from "@/lib/pricing/rates/rate-source";
import { toUsdPrices } from "@/lib/pricing/rates/read-prices";

const NOW = new Date("2026-11-21T10:00:00Z");
const FRESH = Math.floor(NOW.getTime() / 1000) - 5;
const PAIRS = wantedPairs({ crypto: ["BTC", "ETH", "USDT", "VERSE"], fiat: ["USD", "EUR", "RUB"] });

type Answer = { readonly status?: number; readonly body: string };
type Seen = { readonly method: string; readonly path: string; readonly body: string };
let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)));
  server = undefined;
});

/** A local server in place of the exchange; `answer` gets the request's path and body. */
async function exchange(answer: (seen: Seen) => Answer): Promise<{ origin: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  server = createServer(async (incoming: IncomingMessage, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const request = { method: incoming.method ?? "", path: incoming.url ?? "", body: Buffer.concat(parts).toString() };
    seen.push(request);
    const { status = 200, body } = answer(request);
    outgoing.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const signal = () => AbortSignal.timeout(60_000);

async function usdPrices(source: RateSource): Promise<Record<string, string>> {
  const prices = toUsdPrices(await source.fetchPrices(PAIRS, signal()));
  return Object.fromEntries([...prices].map(([currency, price]) => [currency, price.toFixed()]));
}

const binanceBody = (prices: Record<string, string>) =>
  JSON.stringify(Object.entries(prices).map(([symbol, price]) => ({ symbol, price })));
const kucoinBody = (prices: Record<string, string | null>) =>
  JSON.stringify({
    code: "200000",
    data: {
      time: 1602832092060,
      ticker: Object.entries(prices).map(([symbol, last]) => ({
        symbol,
        symbolName: symbol,
        buy: last,
        sell: last,
        last,
      })),
    },
  });
const exmoBody = (prices: Record<string, string>, updated: string | number = FRESH) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(prices).map(([pair, last]) => [
        pair,
        {
          buy_price: last,
          sell_price: last,
          last_trade: last,
          high: last,
          low: last,
          avg: last,
          vol: "1",
          vol_curr: "1",
          updated,
        },
      ]),
    ),
  );
const advertBody = (fiat: string, prices: readonly string[]) =>
  JSON.stringify({
    code: "000000",
    message: null,
    data: prices.map((price) => ({
      adv: { advNo: "1", asset: "USDT", fiatUnit: fiat, tradeType: "SELL", price, surplusAmount: "10" },
      advertiser: { nickName: "x" },
    })),
    total: prices.length,
    success: true,
  });

describe("Binance", () => {
  test("prices coins by their USDT market and fiat by either direction, exactly as sent", async () => {
    const { origin, seen } = await exchange(() => ({
      body: binanceBody({
        BTCUSDT: "97000.01000000",
        ETHUSDT: "3480.12345678",
        EURUSDT: "1.16010000",
        USDTRUB: "80.00000000",
        ETHBTC: "0.03",
      }),
    }));
    expect(await usdPrices(createBinanceSource({ origin }))).toEqual({
      BTC: "97000.01",
      ETH: "3480.12345678",
      EUR: "1.1601",
      RUB: "0.0125",
      USDT: "1",
    });
    expect(seen).toEqual([{ method: "GET", path: "/api/v3/ticker/price?symbolStatus=TRADING", body: "" }]);
  });

  test.each(["0.00000000", "-97000.01", "NaN", "Infinity", "1e5", "", "9".repeat(80)])(
    "leaves out the price %j and keeps the others",
    async (price) => {
      const { origin } = await exchange(() => ({ body: binanceBody({ BTCUSDT: price, ETHUSDT: "3480" }) }));
      expect(await usdPrices(createBinanceSource({ origin }))).toEqual({ ETH: "3480", USDT: "1" });
    },
  );

  test("reads a price that is a JSON number from its source text", async () => {
    const { origin } = await exchange(() => ({ body: '[{"symbol":"BTCUSDT","price":97000.010000000000000001}]' }));
    expect((await usdPrices(createBinanceSource({ origin })))["BTC"]).toBe("97000.010000000000000001");
  });
});

describe("Kucoin", () => {
  test("prices coins by their USDT market; a market without a trade and a missing one are left out", async () => {
    const { origin, seen } = await exchange(() => ({
      body: kucoinBody({ "BTC-USDT": "97000.1", "ETH-USDT": null, "USDT-EUR": "0.8", "BTC-USDC": "1" }),
    }));
    expect(await usdPrices(createKucoinSource({ origin }))).toEqual({ BTC: "97000.1", EUR: "1.25", USDT: "1" });
    expect(seen[0]?.path).toBe("/api/v1/market/allTickers");
  });

  test("an error code in a 200 is an error", async () => {
    const { origin } = await exchange(() => ({ body: '{"code":"400100","msg":"symbol not exists"}' }));
    await expect(usdPrices(createKucoinSource({ origin }))).rejects.toBeInstanceOf(RateSourceError);
  });
});

describe("Exmo", () => {
  const source = (origin: string) => createExmoSource({ origin, now: () => NOW });

  test("prefers its dollar markets, and uses its own USDT price for the rest", async () => {
    const { origin, seen } = await exchange(() => ({
      body: exmoBody({ BTC_USD: "97500.5", BTC_USDT: "97000", ETH_USDT: "3000", USDT_USD: "0.98", USDT_EUR: "0.5" }),
    }));
    expect(await usdPrices(source(origin))).toEqual({ BTC: "97500.5", ETH: "2940", EUR: "1.96", USDT: "0.98" });
    expect(seen[0]).toMatchObject({ method: "GET", path: "/v1.1/ticker" });
  });

  test("a market without a recent update is left out, whether its time is a number or text", async () => {
    const old = exmoBody({ BTC_USD: "1" }, FRESH - 700).slice(0, -1);
    const fresh = exmoBody({ ETH_USD: "3000" }, String(FRESH)).slice(1);
    const { origin } = await exchange(() => ({ body: `${old},${fresh}` }));
    expect(await usdPrices(source(origin))).toEqual({ ETH: "3000" });
  });
});

describe("Binance P2P", () => {
  test("prices a currency by the median of its adverts, with one search each, and prices no coin", async () => {
    const { origin, seen } = await exchange(({ body }) =>
      body.includes('"RUB"')
        ? { body: advertBody("RUB", ["79.90", "80.10", "9999", "79.00"]) }
        : { body: advertBody("EUR", ["0.86", "0.80", "0.87"]) },
    );
    const source = createBinanceP2pSource({ origin });
    const found = await source.fetchPrices(PAIRS, signal());
    expect(found.map(({ base, quote, price }) => `${base}/${quote} ${price.toFixed()}`)).toEqual([
      "USDT/EUR 0.86",
      "USDT/RUB 80",
    ]);
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(2).fill("POST /bapi/c2c/v2/friendly/c2c/adv/search"),
    );
    expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({
      asset: "USDT",
      fiat: "EUR",
      tradeType: "BUY",
      page: 1,
      rows: 10,
    });
  });

  test("one currency that the site rejects does not affect the others", async () => {
    const { origin } = await exchange(({ body }) =>
      body.includes('"EUR"') ? { status: 400, body: "{}" } : { body: advertBody("RUB", ["79", "80", "81"]) },
    );
    expect((await createBinanceP2pSource({ origin }).fetchPrices(PAIRS, signal())).map(({ quote }) => quote)).toEqual([
      "RUB",
    ]);
  });

  test("fewer than three offers, zeros and offers of another currency give no price", async () => {
    const { origin } = await exchange(({ body }) =>
      body.includes('"RUB"')
        ? { body: advertBody("RUB", ["80", "0", "-80", "81"]) }
        : { body: advertBody("RUB", ["1", "2", "3"]) },
    );
    expect(await createBinanceP2pSource({ origin }).fetchPrices(PAIRS, signal())).toEqual([]);
  });
});

describe.each([
  ["Binance", createBinanceSource],
  ["Kucoin", createKucoinSource],
  ["Exmo", createExmoSource],
  ["BinanceP2P", createBinanceP2pSource],
])("%s", (_name, create) => {
  test.each([
    ["a 500", { status: 500, body: "{}" }],
    ["a 429", { status: 429, body: "{}" }],
    ["a redirect", { status: 302, body: "" }],
    ["an HTML page", { body: "<html>maintenance</html>" }],
    ["an empty body", { body: "" }],
    ["JSON of another shape", { body: '{"result":[1,2,3]}' }],
    ["a JSON string", { body: '"ok"' }],
    ["deeply nested JSON", { body: "[".repeat(200_000) }],
    ["truncated JSON", { body: '[{"symbol":"BTC' }],
  ] satisfies [string, Answer][])("responding with %s is a source error and gives no price", async (_case, answer) => {
    const { origin } = await exchange(() => answer);
    await expect(usdPrices(create({ origin }))).rejects.toBeInstanceOf(RateSourceError);
  });

  test("not responding at all is a source error", async () => {
    const { origin } = await exchange(() => ({ body: "[]" }));
    const gone = server;
    await new Promise((resolve) => gone?.close(resolve));
    server = undefined;
    await expect(usdPrices(create({ origin }))).rejects.toBeInstanceOf(RateSourceError);
  });
});
