import { expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";
import { TYPICAL_TERMS, typicalTermsOf } from "@/lib/pricing/exchange-terms/exchange-terms";
import { exchangeNamesOf, wrongNamesOf } from "@/lib/pricing/exchange-terms/pay-exchange";

/** Coins that few exchanges withdraw: no typical value is known. */
const UNKNOWN = new Set(["VERSE", "CGPT", "HMSTR"]);

test("every service of the catalog has typical terms but those that are known to have none", () => {
  const without = REVIEWED_SERVICES.filter(({ currency, network }) => typicalTermsOf(currency, network) === null);
  expect(without.map(({ currency }) => currency).toSorted()).toEqual([...UNKNOWN].toSorted());
});

test("no service stands twice, and every one is of the catalog", () => {
  const known = new Set(REVIEWED_SERVICES.map(({ currency, network }) => `${currency} ${network}`));
  const rows = TYPICAL_TERMS.map(({ currency, network }) => `${currency} ${network}`);
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.filter((row) => !known.has(row))).toEqual([]);
});

test("what exchanges send is more than what they take for it", () => {
  for (const { currency, network, fee, minimum } of TYPICAL_TERMS)
    expect([currency, network, decimal(minimum).gt(fee)]).toEqual([currency, network, true]);
});

test("every network has a name in the lists of exchanges, and none that another network has", () => {
  const names = REVIEWED_NETWORKS.flatMap(({ code }) => exchangeNamesOf(code));
  expect(REVIEWED_NETWORKS.filter(({ code }) => exchangeNamesOf(code).length === 0)).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test("the names of a coin's other networks are those that a payer could take for the right one", () => {
  expect(wrongNamesOf("USDT", "bsc", ["tron", "eth"])).toEqual(["TRC20", "ERC20"]);
  expect(wrongNamesOf("BTC", "btc", [])).toEqual(["BEP20", "Lightning"]);
  expect(wrongNamesOf("XMR", "xmr", [])).toEqual([]);
  expect(wrongNamesOf("BNB", "bsc", [])).not.toContain("BEP20");
});
