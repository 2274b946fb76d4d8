import { expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";
import { TYPICAL_TERMS, typicalTermsOf } from "@/lib/pricing/exchange-terms/exchange-terms";
import { exchangeNamesOf, wrongNamesOf } from "@/lib/pricing/exchange-terms/pay-exchange";

/** Coins that few exchanges support for withdrawal: no typical value is known. */
const UNKNOWN = new Set(["VERSE", "CGPT", "HMSTR"]);

test("every service of the catalog has typical terms, except those known to have none", () => {
  const without = REVIEWED_SERVICES.filter(({ currency, network }) => typicalTermsOf(currency, network) === null);
  expect(without.map(({ currency }) => currency).toSorted()).toEqual([...UNKNOWN].toSorted());
});

test("no service occurs twice, and every one is in the catalog", () => {
  const known = new Set(REVIEWED_SERVICES.map(({ currency, network }) => `${currency} ${network}`));
  const rows = TYPICAL_TERMS.map(({ currency, network }) => `${currency} ${network}`);
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.filter((row) => !known.has(row))).toEqual([]);
});

test("the minimum withdrawal of exchanges exceeds their fee", () => {
  for (const { currency, network, fee, minimum } of TYPICAL_TERMS)
    expect([currency, network, decimal(minimum).gt(fee)]).toEqual([currency, network, true]);
});

test("every network has names used by exchanges, and shares none with another network", () => {
  const names = REVIEWED_NETWORKS.flatMap(({ code }) => exchangeNamesOf(code));
  expect(REVIEWED_NETWORKS.filter(({ code }) => exchangeNamesOf(code).length === 0)).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test("the names of a coin's other networks are those that a payer could confuse with the right one", () => {
  expect(wrongNamesOf("USDT", "bsc", ["tron", "eth"])).toEqual(["TRC20", "ERC20"]);
  expect(wrongNamesOf("BTC", "btc", [])).toEqual(["BEP20", "Lightning"]);
  expect(wrongNamesOf("XMR", "xmr", [])).toEqual([]);
  expect(wrongNamesOf("BNB", "bsc", [])).not.toContain("BEP20");
});
