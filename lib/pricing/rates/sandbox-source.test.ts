import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";
import { RateSourceError, wantedPairs } from "@/lib/pricing/rates/rate-source";
import { createSandboxSource } from "@/lib/pricing/rates/sandbox-source";

const file = fileURLToPath(new URL("./sandbox-rates.json", import.meta.url));
const codes = (kind: "crypto" | "fiat") =>
  REVIEWED_CURRENCIES.filter((currency) => currency.kind === kind).map((currency) => currency.code);
const PAIRS = wantedPairs({ crypto: codes("crypto"), fiat: codes("fiat") });
const START = new Date("2026-11-21T10:00:00Z").getTime();

async function pricesAt(second: number): Promise<Map<string, string>> {
  const source = createSandboxSource({ file, now: () => new Date(START + second * 1000) });
  const prices = await source.fetchPrices(PAIRS, AbortSignal.timeout(60_000));
  return new Map(prices.map(({ base, price }) => [base, price.toFixed()]));
}

describe("the sandbox rates", () => {
  test("cover every coin and currency of the catalog", async () => {
    const prices = await pricesAt(0);
    expect([...codes("crypto"), ...codes("fiat")].filter((code) => code !== "USD" && !prices.has(code))).toEqual([]);
    expect(prices.get("EUR")).toBe("1.16");
    expect(prices.has("USD")).toBe(false);
  });

  test("move slightly, never more than 0.3 %, and identically at the same second", async () => {
    const base = decimal("97250");
    const seen = new Set<string>();
    for (let second = 0; second < 600; second += 7) {
      const price = decimal((await pricesAt(second)).get("BTC") ?? "0");
      expect(price.minus(base).abs().lte(base.times("0.003"))).toBe(true);
      expect(price.decimalPlaces()).toBeLessThanOrEqual(7);
      seen.add(price.toFixed());
    }
    expect(seen.size).toBeGreaterThan(40);
    expect(await pricesAt(123)).toEqual(await pricesAt(123));
    expect(await pricesAt(600)).toEqual(await pricesAt(0));
  });

  test("keep stable coins at one dollar", async () => {
    for (const second of [0, 100, 450]) {
      const prices = await pricesAt(second);
      expect([prices.get("USDT"), prices.get("USDC"), prices.get("DAI")]).toEqual(["1", "1", "1"]);
    }
  });

  test("a missing file is a source error that names it", async () => {
    const source = createSandboxSource({ file: "/nowhere/rates.json" });
    const failure = await source.fetchPrices(PAIRS, AbortSignal.timeout(60_000)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RateSourceError);
    expect(String(failure)).toContain("/nowhere/rates.json");
  });
});
