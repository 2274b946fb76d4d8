import { describe, expect, it } from "vitest";
import { mismatchOf } from "@/lib/pricing/catalog/verify-services";

const usdt = { currencyCode: "USDT", decimals: 6 };

describe("mismatchOf", () => {
  it("accepts the currency's code and the spellings that its issuer uses on some chains", () => {
    for (const symbol of ["USDT", "USDt", "USD₮", "USDT0", "USD₮0"])
      expect(mismatchOf(usdt, { symbol, decimals: 6 })).toBeNull();
    expect(mismatchOf({ currencyCode: "DAI", decimals: 18 }, { symbol: "DAI", decimals: 18 })).toBeNull();
  });

  it("rejects other decimals, another symbol, and a contract that is not a token", () => {
    expect(mismatchOf(usdt, { symbol: "USDT", decimals: 18 })).toBe("the node gives 18 decimals, the catalog has 6");
    expect(mismatchOf(usdt, { symbol: "USDC", decimals: 6 })).toContain('"USDC"');
    expect(mismatchOf({ currencyCode: "DAI", decimals: 18 }, { symbol: "dai", decimals: 18 })).not.toBeNull();
    expect(mismatchOf(usdt, null)).toContain("no token");
  });

  it("does not treat a missing symbol as a contradiction, but always checks the decimals", () => {
    expect(mismatchOf(usdt, { symbol: "", decimals: 6 })).toBeNull();
    expect(mismatchOf(usdt, { symbol: "", decimals: 9 })).toContain("9 decimals");
  });

  it("truncates a token's text before it is stored", () => {
    expect(mismatchOf(usdt, { symbol: "x".repeat(100_000), decimals: 6 })?.length).toBeLessThan(200);
  });
});
