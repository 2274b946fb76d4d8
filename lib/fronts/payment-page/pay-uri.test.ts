import { describe, expect, test } from "vitest";
import { validateAddress } from "@/lib/chains/address/validate-address";
import { payUri } from "@/lib/fronts/payment-page/pay-uri";
import { decimal } from "@/lib/kernel/money/decimal";
import { ETH_QUOTE, USDT_QUOTE } from "@/lib/money-in/invoices/testing/pay-views";
import { PAYMENT_URIS, VECTOR_ENDS, VECTOR_SHOP } from "@/lib/money-in/invoices/testing/payment-uris";
import { vectorQuote } from "@/lib/money-in/invoices/testing/vector-quote";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";
import { readText } from "@/lib/testing/source-files";

const EXTRAS = { label: VECTOR_SHOP, expiresAt: VECTOR_ENDS };

describe("the payment URI", () => {
  test("is taken from its standard for every service of the catalog, once: here, or in the test of the network's record", () => {
    const services = REVIEWED_SERVICES.filter(
      ({ network }) => readText(`lib/chains/networks/${network}.test.ts`) === undefined,
    ).map(({ currency, network }) => `${currency}@${network}`);
    expect(PAYMENT_URIS.map(({ service }) => service).toSorted()).toEqual(services.toSorted());
  });

  test.each(PAYMENT_URIS)("of $service follows its standard", (vector) => {
    expect(payUri(vectorQuote(vector), decimal(vector.amount), EXTRAS)).toBe(vector.uri);
  });

  test.each(PAYMENT_URIS)("of $service is tested with an existing address", ({ service, address }) => {
    const network = REVIEWED_NETWORKS.find(({ code }) => service.endsWith(`@${code}`));
    expect(network && validateAddress(network.family, address, "real")).toEqual({ ok: true, address });
  });

  const links = PAYMENT_URIS.filter(({ uri }) => uri !== null);

  test.each(links)("of $service has no exponent, no space and nothing that a link must escape", (vector) => {
    const quote = vectorQuote(vector);
    const unit = decimal(`0.${"1".padStart(quote.decimals, "0")}`);
    for (const amount of [unit, decimal(vector.amount), unit.plus("123456789012"), decimal(`1${"0".repeat(21)}`)]) {
      const uri = payUri(quote, amount, EXTRAS) ?? "";
      expect(uri).toMatch(/^[a-z]+:[\w:@/?=&.%-]+$/);
      expect(uri).not.toMatch(/=\d+(\.\d+)?e/i);
    }
  });

  test("writes the smallest and the largest amounts in plain digits", () => {
    const ask = (service: string, amount: string) => {
      const vector = PAYMENT_URIS.find((candidate) => candidate.service === service);
      return vector && payUri(vectorQuote(vector), decimal(amount))?.split("?")[1];
    };
    expect(ask("BTC@btc", "0.00000001")).toBe("amount=0.00000001");
    expect(ask("DOGE@doge", "123456789012.00000001")).toBe("amount=123456789012.00000001");
    expect(ask("XMR@xmr", "0.000000000001")).toBe("tx_amount=0.000000000001");
    expect(ask("SOL@sol", "0.000000001")).toBe("amount=0.000000001");
    expect(ask("ETH@eth", "0.000000000000000001")).toBe("value=1");
  });

  test("refuses an amount that the coin cannot represent instead of rounding it", () => {
    expect(() => payUri(ETH_QUOTE, decimal("0.0000000000000000001"))).toThrow(RangeError);
  });

  test("includes the scheme of a CashAddr once, also on test chains, and adds it if it is missing", () => {
    const bare = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
    const network = { ...ETH_QUOTE.network, code: "bch", family: "bch", chainId: null };
    const ask = (address: string) => payUri({ ...ETH_QUOTE, network, address, decimals: 8 }, decimal("1"));
    expect(ask(bare)).toBe(`bitcoincash:${bare}?amount=1`);
    expect(ask(`bitcoincash:${bare}`)).toBe(`bitcoincash:${bare}?amount=1`);
    expect(ask("bchreg:qqqq")).toBe("bchreg:qqqq?amount=1");
  });

  test("includes the shop's name, escaped, if wallets show it, and omits a long name", () => {
    const vector = PAYMENT_URIS.find(({ service }) => service === "SOL@sol");
    if (vector === undefined) throw new Error("no vector");
    const named = (label: string) => payUri(vectorQuote(vector), decimal("1"), { label });
    expect(named("A&B = 50 %")).toMatch(/&label=A%26B%20%3D%2050%20%25$/);
    expect(named("Лавка бумажных фонарей")).not.toContain("label");
    expect(named("")).not.toContain("label");
  });

  test("is null without a chain id, because networks of a family share addresses", () => {
    expect(payUri({ ...USDT_QUOTE, network: { ...USDT_QUOTE.network, chainId: null } }, decimal("1"))).toBeNull();
  });

  test("is null for an unknown family, so that the plain address is used", () => {
    expect(payUri({ ...ETH_QUOTE, network: { ...ETH_QUOTE.network, family: "nano" } }, decimal("1"))).toBeNull();
  });
});
