import { beforeEach, describe, expect, it } from "vitest";
import { database, withTransaction } from "@/lib/kernel/db";
import { applySandbox } from "@/lib/pricing/catalog/apply-sandbox";
import { REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";

const ROWS = REVIEWED_NETWORKS.length + REVIEWED_CURRENCIES.length + REVIEWED_SERVICES.length;
const USDT_ON_SANDBOX = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const usdtOnBsc = { currencyCode_networkCode: { currencyCode: "USDT", networkCode: "bsc" } };

const sandboxBsc = {
  network: "bsc",
  chainId: 56n,
  tokens: [{ currency: "USDT", contract: USDT_ON_SANDBOX, decimals: 18 }],
};

beforeEach(async () => {
  await database().service.deleteMany();
  await database().network.deleteMany();
  await database().currency.deleteMany();
});

describe("syncCatalog", () => {
  it("copies all reviewed data, and a second run changes nothing", async () => {
    expect(await withTransaction(syncCatalog)).toEqual({ inserted: ROWS, differences: [] });
    expect(await withTransaction(syncCatalog)).toEqual({ inserted: 0, differences: [] });
    const service = await database().service.findUniqueOrThrow({ where: usdtOnBsc });
    expect(service).toMatchObject({
      decimals: 18,
      contract: "0x55d398326f99059fF775485246999027B3197955",
      isReviewed: true,
      mismatch: null,
    });
    expect([service.paymentMin.toFixed(), service.paymentMax.toFixed(), service.paymentFeePercent.toFixed()]).toEqual([
      "0.5",
      "1000000",
      "1",
    ]);
    expect((await database().network.findUniqueOrThrow({ where: { code: "tron" } })).confirmations).toBe(20);
  });

  it("inserts each row once when many processes start concurrently", async () => {
    const runs = await Promise.all(Array.from({ length: 8 }, () => withTransaction(syncCatalog)));
    expect(runs.reduce((sum, run) => sum + run.inserted, 0)).toBe(ROWS);
    expect(await database().service.count()).toBe(REVIEWED_SERVICES.length);
  });

  it("restores a missing row and leaves the operator's changes alone", async () => {
    await withTransaction(syncCatalog);
    await database().network.update({
      where: { code: "eth" },
      data: { confirmations: 64, confirmationsMin: 1, isEnabled: false },
    });
    await database().service.update({
      where: usdtOnBsc,
      data: { paymentMin: "25", paymentFeePercent: "0.4", isPaymentEnabled: false },
    });
    await database().service.delete({
      where: { currencyCode_networkCode: { currencyCode: "DAI", networkCode: "bsc" } },
    });
    expect(await withTransaction(syncCatalog)).toEqual({ inserted: 1, differences: [] });
    expect(await database().network.findUniqueOrThrow({ where: { code: "eth" } })).toMatchObject({
      confirmations: 64,
      confirmationsMin: 6,
      isEnabled: false,
    });
    const service = await database().service.findUniqueOrThrow({ where: usdtOnBsc });
    expect([service.paymentMin.toFixed(), service.paymentFeePercent.toFixed(), service.isPaymentEnabled]).toEqual([
      "25",
      "0.4",
      false,
    ]);
  });

  it("reports a contract, decimals or a chain id that differ from the review, without changing them", async () => {
    await withTransaction(syncCatalog);
    await database().service.update({ where: usdtOnBsc, data: { decimals: 6, contract: USDT_ON_SANDBOX } });
    await database().network.update({ where: { code: "polygon" }, data: { chainId: 138n } });
    const { differences } = await withTransaction(syncCatalog);
    expect(differences).toEqual([
      "polygon: chainId is 138, reviewed as 137",
      `USDT on bsc: contract is ${USDT_ON_SANDBOX}, reviewed as 0x55d398326f99059fF775485246999027B3197955`,
      "USDT on bsc: decimals is 6, reviewed as 18",
    ]);
    expect((await database().service.findUniqueOrThrow({ where: usdtOnBsc })).decimals).toBe(6);
  });

  it("reports that another row has a reviewed contract, instead of failing the start", async () => {
    await withTransaction(syncCatalog);
    const contract = (await database().service.delete({ where: usdtOnBsc })).contract;
    await database().service.update({
      where: { currencyCode_networkCode: { currencyCode: "USDC", networkCode: "bsc" } },
      data: { contract },
    });
    const { inserted, differences } = await withTransaction(syncCatalog);
    expect(inserted).toBe(0);
    expect(differences).toContain("USDT on bsc: not stored, because another row holds its contract");
  });
});

describe("applySandbox", () => {
  it("makes the given networks sandbox networks with their own tokens and disables every other one", async () => {
    await withTransaction(syncCatalog);
    await withTransaction((tx) => applySandbox(tx, [sandboxBsc]));
    const enabled = await database().network.findMany({ where: { isEnabled: true } });
    expect(enabled.map(({ code, isSandbox, confirmations }) => [code, isSandbox, confirmations])).toEqual([
      ["bsc", true, 1],
    ]);
    expect(await database().service.findUniqueOrThrow({ where: usdtOnBsc })).toMatchObject({
      contract: USDT_ON_SANDBOX,
      decimals: 18,
      mismatch: null,
    });
    const offered = await database().service.findMany({
      where: { networkCode: "bsc", mismatch: null },
      orderBy: { currencyCode: "asc" },
    });
    expect(offered.map(({ currencyCode }) => currencyCode)).toEqual(["BNB", "USDT"]);
    expect((await withTransaction(syncCatalog)).differences).toEqual([]);
  });

  it("follows redeployed contracts and keeps the operator's later changes", async () => {
    await withTransaction(syncCatalog);
    await withTransaction((tx) => applySandbox(tx, [sandboxBsc]));
    await database().network.update({ where: { code: "bsc" }, data: { confirmations: 3 } });
    await database().network.update({ where: { code: "eth" }, data: { isEnabled: true } });
    const contract = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
    await withTransaction((tx) =>
      applySandbox(tx, [{ ...sandboxBsc, tokens: [{ currency: "USDT", contract, decimals: 18 }] }]),
    );
    expect((await database().service.findUniqueOrThrow({ where: usdtOnBsc })).contract).toBe(contract);
    expect((await database().network.findUniqueOrThrow({ where: { code: "bsc" } })).confirmations).toBe(3);
    expect((await database().network.findUniqueOrThrow({ where: { code: "eth" } })).isEnabled).toBe(true);
  });

  it("handles tokens whose contracts were swapped", async () => {
    const tokens = (usdt: string, usdc: string) => [
      { currency: "USDT", contract: usdt, decimals: 18 },
      { currency: "USDC", contract: usdc, decimals: 18 },
    ];
    const other = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
    await withTransaction(syncCatalog);
    await withTransaction((tx) => applySandbox(tx, [{ ...sandboxBsc, tokens: tokens(USDT_ON_SANDBOX, other) }]));
    await withTransaction((tx) => applySandbox(tx, [{ ...sandboxBsc, tokens: tokens(other, USDT_ON_SANDBOX) }]));
    expect((await database().service.findUniqueOrThrow({ where: usdtOnBsc })).contract).toBe(other);
  });
});
