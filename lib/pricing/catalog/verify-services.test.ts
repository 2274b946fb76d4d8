import { describe, expect, it } from "vitest";
import { mismatchOf } from "@/lib/pricing/catalog/verify-services";

const usdt = { currencyCode: "USDT", decimals: 6 };

describe("mismatchOf", () => {
  it("accepts the currency's code and the spellings its issuer uses on some chains", () => {
    for (const symbol of ["USDT", "USDt", "USD₮", "USDT0", "USD₮0"])
      expect(mismatchOf(usdt, { symbol, decimals: 6 })).toBeNull();
    expect(mismatchOf({ currencyCode: "DAI", decimals: 18 }, { symbol: "DAI", decimals: 18 })).toBeNull();
  });

  it("refuses other decimals, another symbol, and a contract that is no token", () => {
    expect(mismatchOf(usdt, { symbol: "USDT", decimals: 18 })).toBe("the node gives 18 decimals, the catalog has 6");
    expect(mismatchOf(usdt, { symbol: "USDC", decimals: 6 })).toContain('"USDC"');
    expect(mismatchOf({ currencyCode: "DAI", decimals: 18 }, { symbol: "dai", decimals: 18 })).not.toBeNull();
    expect(mismatchOf(usdt, null)).toContain("no token");
  });

  it("takes a symbol that the chain does not tell for no contradiction, and decimals never", () => {
    expect(mismatchOf(usdt, { symbol: "", decimals: 6 })).toBeNull();
    expect(mismatchOf(usdt, { symbol: "", decimals: 9 })).toContain("9 decimals");
  });

  it("does not carry a token's text of any length into our tables", () => {
    expect(mismatchOf(usdt, { symbol: "x".repeat(100_000), decimals: 6 })?.length).toBeLessThan(200);
  });
});
