import { describe, expect, it } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { nodeStateOf, unavailableReason } from "@/lib/pricing/catalog/availability";
import { buildCatalog } from "@/lib/pricing/catalog/build-catalog";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";
import { reviewedContent } from "@/lib/pricing/catalog/reviewed-content";
import { paymentServicesView, serviceListView } from "@/lib/pricing/catalog/schema";
import { aNetwork, aService } from "@/lib/pricing/catalog/testing/catalog-content";

const NOW = new Date("2026-11-21T12:00:00Z");
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

describe("catalog lookups", () => {
  const catalog = buildCatalog(reviewedContent());

  it("finds codes in any case, and no code that the data does not contain", () => {
    expect(catalog.network("BSC")?.code).toBe("bsc");
    expect(catalog.currency("usdt")?.code).toBe("USDT");
    expect(catalog.service("uSdT", "Tron")?.decimals).toBe(6);
    for (const code of ["MATICX", "ethereum", "", " eth", "eth ", "__proto__", "constructor"]) {
      expect(catalog.network(code)).toBeNull();
      expect(catalog.currency(code)).toBeNull();
    }
    expect(catalog.service("USDT", "btc")).toBeNull();
  });

  it("finds a renamed coin by its former code, in any case, under its current code", () => {
    for (const code of ["MATIC", "matic", "Matic"]) {
      expect(catalog.currency(code)?.code).toBe("POL");
      for (const network of ["polygon", "ETH"]) expect(catalog.service(code, network)?.currency.code).toBe("POL");
      expect(catalog.networksOf(code)).toEqual(catalog.networksOf("POL"));
      expect(catalog.onlyNetworkOf(code)).toBeNull();
    }
  });

  it("rejects letters that only become ASCII when their case is changed", () => {
    expect("uſdt".toUpperCase()).toBe("USDT");
    expect(catalog.currency("uſdt")).toBeNull();
    expect(catalog.service("uſdt", "bsc")).toBeNull();
    expect(catalog.network("bſc")).toBeNull();
  });

  it("finds the coin of a transfer by network and contract", () => {
    expect(catalog.serviceOfAsset("bsc", null)?.currency.code).toBe("BNB");
    expect(catalog.serviceOfAsset("bsc", "0x55d398326f99059fF775485246999027B3197955")?.currency.code).toBe("USDT");
    expect(catalog.serviceOfAsset("eth", "0x55d398326f99059fF775485246999027B3197955")).toBeNull();
  });

  it("requests at most 8 decimals from a payer, and no more than the chain supports", () => {
    expect(catalog.service("USDT", "bsc")?.payableDecimals).toBe(8);
    expect(catalog.service("USDT", "eth")?.payableDecimals).toBe(6);
  });
});

describe("catalog choices", () => {
  it("finds the coins with only one network, based on the whole catalog", () => {
    const catalog = buildCatalog(reviewedContent({ node: "missing" }));
    for (const [currency, network] of [
      ["BTC", "btc"],
      ["BNB", "bsc"],
      ["TRX", "tron"],
      ["AVAX", "avalanche"],
      ["XMR", "xmr"],
    ] as const) {
      expect(catalog.onlyNetworkOf(currency)?.code).toBe(network);
    }
    for (const currency of ["USDT", "ETH", "POL", "USD", "NOPE"]) expect(catalog.onlyNetworkOf(currency)).toBeNull();
  });

  it("offers available and enabled services, the popular ones first", () => {
    const catalog = buildCatalog(reviewedContent());
    const popular = ["tron", "bsc", "eth", "sol", "ton", "polygon", "arbitrum", "avalanche"];
    const offered = catalog.networksOf("usdt").map(({ code }) => code);
    expect(offered.filter((code) => popular.includes(code))).toEqual(popular);
    expect(catalog.currenciesOf("BSC").map(({ code }) => code)).toEqual(["USDT", "USDC", "DAI", "ETH", "BNB", "CGPT"]);
    expect(catalog.currenciesOf("nope")).toEqual([]);
    expect(catalog.networksOf("nope")).toEqual([]);
  });

  it("offers nothing while no node has been read, but still lists it", () => {
    const catalog = buildCatalog(reviewedContent({ node: "missing" }));
    expect(catalog.paymentServices()).toEqual([]);
    expect(catalog.services()).toHaveLength(REVIEWED_SERVICES.length);
  });
});

describe("availability", () => {
  it("depends on review, switch, mismatch and node", () => {
    expect(unavailableReason(aService())).toBeNull();
    expect(unavailableReason(aService({ isReviewed: false }))).toContain("reviewed");
    expect(unavailableReason(aService({ network: aNetwork({ isEnabled: false }) }))).toContain("network is off");
    expect(unavailableReason(aService({ mismatch: "the node gives 6 decimals" }))).toBe("the node gives 6 decimals");
    for (const node of ["missing", "silent", "lagging", "stopped"] as const) {
      expect(unavailableReason(aService({ network: aNetwork({ node }) }))).not.toBeNull();
    }
  });

  it("evaluates the node at its last answer: lag concerns the node, silence may concern the worker", () => {
    const state = (headAge: number, answerAge: number | null, stopped = false) =>
      nodeStateOf(
        {
          headTime: secondsAgo(headAge),
          lastAnswerAt: answerAge === null ? null : secondsAgo(answerAge),
          stoppedAt: stopped ? NOW : null,
        },
        60,
        NOW,
      );
    expect(nodeStateOf(undefined, 60, NOW)).toBe("missing");
    expect(state(5, 0)).toBe("ready");
    expect(state(61, 0)).toBe("lagging");
    expect(state(100, 90)).toBe("ready");
    expect(state(200, 181)).toBe("silent");
    expect(state(5, null)).toBe("silent");
    expect(state(5, 0, true)).toBe("stopped");
  });
});

describe("payment services view", () => {
  it("has the exact format and decimals of the API", () => {
    const terms = { paymentMin: decimal("2500"), paymentMax: decimal("10000000"), paymentFeePercent: decimal("3") };
    const service = aService(terms);
    const view = paymentServicesView(
      buildCatalog({ networks: [service.network], currencies: [service.currency], services: [service] }),
    );
    expect(JSON.stringify(view)).toBe(
      '[{"network":"BSC","currency":"USDT","is_available":true,"limit":{"min_amount":"2500.00000000","max_amount":"10000000.00000000"},"commission":{"fee_amount":"0.00","percent":"3.00"}}]',
    );
  });

  it("never shows a fee as smaller than it is", () => {
    const service = aService({ paymentFeeFixed: decimal("0.0001"), paymentFeePercent: decimal("0.125") });
    const [row] = paymentServicesView(
      buildCatalog({ networks: [service.network], currencies: [service.currency], services: [service] }),
    );
    expect(row?.commission).toEqual({ fee_amount: "0.0001", percent: "0.125" });
  });

  it("lists every service, and which of them cannot be used now", () => {
    const view = paymentServicesView(buildCatalog(reviewedContent()));
    expect(serviceListView.parse(view)).toEqual(view);
    expect(view).toHaveLength(REVIEWED_SERVICES.length);
    expect(view.filter((row) => !row.is_available).map(({ currency }) => currency)).toEqual(["HMSTR"]);
    const off = aService({ isPaymentEnabled: false });
    const [row] = paymentServicesView(
      buildCatalog({ networks: [off.network], currencies: [off.currency], services: [off] }),
    );
    expect(row?.is_available).toBe(false);
  });
});
