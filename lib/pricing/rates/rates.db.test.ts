import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { clearRatesCache, findLastUsdPrices, findRate, findUsdPrice } from "@/lib/pricing/rates/queries";
import { type RateSource, RateSourceError } from "@/lib/pricing/rates/rate-source";
import { refreshRates } from "@/lib/pricing/rates/refresh-rates";
import { StaleRateError } from "@/lib/pricing/rates/repo";

vi.mock("@/lib/pricing/catalog/queries", () => {
  const crypto = ["BTC", "ETH", "SHIB", "USDT", "XMR"].map((code) => ({
    code,
    kind: "crypto",
    isStable: code === "USDT",
  }));
  const fiat = ["USD", "EUR", "RUB"].map((code) => ({ code, kind: "fiat", isStable: false }));
  return { loadCatalog: async () => ({ currencies: () => [...crypto, ...fiat] }) };
});

const signal = () => AbortSignal.timeout(60_000);

/** A source that reports these prices, each `BASE/QUOTE`. */
const saying = (name: string, prices: Record<string, string>): RateSource => ({
  name,
  fetchPrices: async () =>
    Object.entries(prices).map(([pair, price]) => ({
      base: pair.split("/")[0] ?? "",
      quote: pair.split("/")[1] ?? "",
      price: decimal(price),
    })),
});

const refresh = async (...sources: RateSource[]) => {
  const reports = await refreshRates(sources, signal());
  clearRatesCache();
  return reports;
};

const age = async (source: string, milliseconds: number) => {
  await database()
    .$executeRaw`UPDATE rates SET observed_at = observed_at - make_interval(secs => ${milliseconds / 1000}::float8),
    pending_since = pending_since - make_interval(secs => ${milliseconds / 1000}::float8) WHERE source = ${source}`;
  clearRatesCache();
};

const rateOf = async (from: string, to: string, source?: "Binance" | "BinanceP2P" | "Exmo" | "Kucoin") => {
  const found = await findRate({ from, to, ...(source === undefined ? {} : { source }) });
  return `${found.rate.toFixed()} ${found.source}`;
};

beforeEach(async () => {
  await database().$executeRaw`DELETE FROM rates`;
  clearRatesCache();
});
afterAll(closeDatabase);
afterAll(() => vi.doUnmock("@/lib/pricing/catalog/queries"));

describe("finding a rate", () => {
  test("a price that may still be quoted may be too old to exchange at, for which the next source's fresh one is used", async () => {
    const exchanged = () => findRate({ from: "BTC", to: "USDT", use: "exchange" });
    await refresh(saying("Binance", { "BTC/USDT": "96000", "USDT/USD": "1" }));
    await age("Binance", 16_000);
    expect(await rateOf("BTC", "USDT")).toBe("96000 Binance");
    await expect(exchanged()).rejects.toThrow(StaleRateError);
    await refresh(saying("Kucoin", { "BTC/USDT": "95000", "USDT/USD": "1" }));
    expect((await exchanged()).source).toBe("Kucoin");
    expect(await rateOf("BTC", "USDT")).toBe("96000 Binance");
  });

  test("the last price of a coin is one that may be quoted, and an old one only if there is no other", async () => {
    const last = async () =>
      (await withTransaction((tx) => findLastUsdPrices(["BTC", "XMR"], tx))).get("BTC")?.toFixed() ?? "none";
    expect(await last()).toBe("none");
    await refresh(saying("Binance", { "BTC/USDT": "96000", "USDT/USD": "1" }));
    await age("Binance", 3_600_000);
    expect(await last()).toBe("96000");
    await refresh(saying("Kucoin", { "BTC/USDT": "95000", "USDT/USD": "1" }));
    expect(await last()).toBe("95000");
  });

  test("derives cross rates from dollar prices exactly and names their source", async () => {
    await refresh(saying("Binance", { "BTC/USDT": "96000", "ETH/USDT": "3000", "EUR/USDT": "1.2", "USDT/RUB": "80" }));
    expect(await rateOf("BTC", "ETH")).toBe("32 Binance");
    expect(await rateOf("EUR", "USDT")).toBe("1.2 Binance");
    expect(await rateOf("RUB", "USD")).toBe("0.0125 Binance");
    expect(await rateOf("USD", "BTC")).toBe("0.000010416666666666666666666667 Binance");
    expect((await findUsdPrice("ETH")).rate.toFixed()).toBe("3000");
    expect(await rateOf("XMR", "XMR")).toBe("1 Same");
  });

  test("keeps 30 decimals, enough for the cheapest coin in the most expensive one", async () => {
    await refresh(saying("Binance", { "BTC/USDT": "97000", "SHIB/USDT": "0.00001215" }));
    expect(await rateOf("SHIB", "BTC")).toBe("0.000000000125257731958762886598 Binance");
  });

  test("uses the named source first, and the next one for currencies that it does not trade", async () => {
    await refresh(
      saying("Binance", { "BTC/USDT": "96000" }),
      saying("Kucoin", { "BTC/USDT": "97000", "XMR/USDT": "340" }),
      saying("BinanceP2P", { "USDT/RUB": "100" }),
    );
    expect(await rateOf("BTC", "USD")).toBe("96000 Binance");
    expect(await rateOf("BTC", "USD", "Kucoin")).toBe("97000 Kucoin");
    expect(await rateOf("XMR", "USD", "Binance")).toBe("340 Kucoin");
    expect(await rateOf("RUB", "USDT", "BinanceP2P")).toBe("0.01 BinanceP2P");
    expect(await rateOf("BTC", "RUB", "BinanceP2P")).toBe("9600000 Binance+BinanceP2P");
  });

  test("throws for a price older than the limit: at once if its source was named, otherwise if no other source is fresh", async () => {
    await refresh(saying("Binance", { "BTC/USDT": "96000" }), saying("Kucoin", { "BTC/USDT": "97000" }));
    await age("Binance", 121_000);
    await expect(findRate({ from: "USD", to: "BTC", source: "Binance" })).rejects.toBeInstanceOf(StaleRateError);
    expect(await rateOf("BTC", "USD")).toBe("97000 Kucoin");
    await age("Kucoin", 121_000);
    await expect(findRate({ from: "USD", to: "BTC" })).rejects.toMatchObject({
      code: "unavailable",
      details: { currency: "BTC" },
    });
  });

  test("accepts a price within the limit, and returns the older side's time", async () => {
    await refresh(saying("Binance", { "BTC/USDT": "96000" }), saying("BinanceP2P", { "USDT/RUB": "100" }));
    await age("BinanceP2P", 110_000);
    const { observedAt } = await findRate({ from: "RUB", to: "BTC", source: "BinanceP2P" });
    expect(Date.now() - observedAt.getTime()).toBeGreaterThan(105_000);
  });

  test("throws for an unknown currency and for an empty table", async () => {
    await expect(findRate({ from: "USD", to: "BTC" })).rejects.toBeInstanceOf(StaleRateError);
    await expect(findRate({ from: "USD", to: "DOGE" })).rejects.toBeInstanceOf(StaleRateError);
  });

  test("reads the table once for a thousand queries within one second", async () => {
    await refresh(saying("Binance", { "BTC/USDT": "96000" }));
    const read = vi.spyOn(database(), "$queryRaw");
    await Promise.all(Array.from({ length: 1_000 }, () => findRate({ from: "USD", to: "BTC" })));
    expect(read.mock.calls.length).toBe(1);
  });
});

describe("refreshing rates", () => {
  test("a failing source keeps its old price, which becomes stale, and does not affect the others", async () => {
    await refresh(saying("Binance", { "BTC/USDT": "96000" }));
    const failing: RateSource = {
      name: "Binance",
      fetchPrices: async () => {
        throw new RateSourceError("Binance", "status 500");
      },
    };
    const [binance, kucoin] = await refresh(failing, saying("Kucoin", { "BTC/USDT": "97000" }));
    expect(binance).toMatchObject({ failure: "Binance: status 500", accepted: [] });
    expect(kucoin).toMatchObject({ failure: null, accepted: ["BTC", "USDT"] });
    expect(await rateOf("BTC", "USD", "Binance")).toBe("96000 Binance");
  });

  test("a thousandfold jump is held and not quoted, and the old price returns when the source recovers", async () => {
    await refresh(saying("Binance", { "BTC/USDT": "96000", "ETH/USDT": "3000" }));
    const [report] = await refresh(saying("Binance", { "BTC/USDT": "96000000", "ETH/USDT": "3001" }));
    expect(report).toMatchObject({ held: ["BTC"], accepted: ["ETH", "USDT"] });
    await expect(findRate({ from: "USD", to: "BTC" })).rejects.toBeInstanceOf(StaleRateError);
    expect(await rateOf("ETH", "USD")).toBe("3001 Binance");
    await refresh(saying("Binance", { "BTC/USDT": "96100" }));
    expect(await rateOf("BTC", "USD")).toBe("96100 Binance");
    expect(await database().rate.findMany({ where: { pendingPrice: { not: null } } })).toEqual([]);
  });

  test("a jump that the source repeats for two minutes is accepted", async () => {
    await refresh(saying("Binance", { "BTC/USDT": "96000" }));
    await refresh(saying("Binance", { "BTC/USDT": "50000" }));
    await refresh(saying("Binance", { "BTC/USDT": "50500" }));
    await expect(findRate({ from: "USD", to: "BTC" })).rejects.toBeInstanceOf(StaleRateError);
    await age("Binance", 121_000);
    expect((await refresh(saying("Binance", { "BTC/USDT": "51000" })))[0]?.held).toEqual([]);
    expect(await rateOf("BTC", "USD")).toBe("51000 Binance");
  });

  test("a stable coin at 0.90 is quoted at 0.90 and reported", async () => {
    const [report] = await refresh(saying("Exmo", { "USDT/USD": "0.90", "BTC/USDT": "100000" }));
    expect(report?.depegged).toEqual(["USDT"]);
    expect(await rateOf("USDT", "USD", "Exmo")).toBe("0.9 Exmo");
    expect(await rateOf("BTC", "USD", "Exmo")).toBe("90000 Exmo");
  });

  test("the sandbox file may jump by any amount", async () => {
    await refresh(saying("Sandbox", { "BTC/USD": "96000" }));
    expect((await refresh(saying("Sandbox", { "BTC/USD": "1" })))[0]).toMatchObject({ held: [], accepted: ["BTC"] });
  });

  test("an older observation never replaces a newer one", async () => {
    const { writeRates } = await import("@/lib/pricing/rates/repo");
    await refresh(saying("Binance", { "BTC/USDT": "96000" }));
    const price = decimal("1");
    await writeRates("Binance", new Date(Date.now() - 60_000), [
      { currency: "BTC", usdPrice: price, verdict: { kind: "accepted", price } },
    ]);
    clearRatesCache();
    expect(await rateOf("BTC", "USD")).toBe("96000 Binance");
  });

  test("concurrent refreshes leave one row per currency", async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        refreshRates([saying("Binance", { "BTC/USDT": `9600${index}`, "ETH/USDT": "3000" })], signal()),
      ),
    );
    expect(
      (await database().rate.findMany({ select: { currencyCode: true }, orderBy: { currencyCode: "asc" } })).map(
        (row) => row.currencyCode,
      ),
    ).toEqual(["BTC", "ETH", "USDT"]);
  });
});
