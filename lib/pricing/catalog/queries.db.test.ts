import { beforeEach, describe, expect, it } from "vitest";
import type { AssetDescription, ChainDriver } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { database, withTransaction } from "@/lib/kernel/db";
import { clearCatalogCache, loadCatalog } from "@/lib/pricing/catalog/queries";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { offerNetworks } from "@/lib/pricing/catalog/testing/offer-networks";
import { verifyServices } from "@/lib/pricing/catalog/verify-services";

const USDT_ON_BSC = "0x55d398326f99059fF775485246999027B3197955";
const usdtOnBsc = { currencyCode_networkCode: { currencyCode: "USDT", networkCode: "bsc" } };

beforeEach(async () => {
  await database().chainCursor.deleteMany();
  await database().service.deleteMany();
  await database().network.deleteMany();
  await database().currency.deleteMany();
  await withTransaction(syncCatalog);
});

/** Sets the cursor as a watcher leaves it after reading a block of this age. */
async function watched(networkCode: string, headAgeSeconds = 1, answerAgeSeconds = 0): Promise<void> {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  const facts = { headTime: ago(headAgeSeconds), lastAnswerAt: ago(answerAgeSeconds) };
  await database().chainCursor.upsert({
    where: { networkCode },
    create: { networkCode, genesisHash: "0x00", height: 1n, hash: "0x01", headHeight: 1n, ...facts },
    update: facts,
  });
  clearCatalogCache();
}

/** A node that describes the tokens in this table and knows no others. */
function nodeWith(descriptions: Readonly<Record<string, AssetDescription>>): Pick<ChainDriver, "describeAsset"> {
  return {
    describeAsset: (asset) => Promise.resolve(asset.kind === "token" ? (descriptions[asset.contract] ?? null) : null),
  };
}

describe("loadCatalog", () => {
  it("offers a network as soon as its node has been read, and not before", async () => {
    expect((await loadCatalog()).paymentServices()).toEqual([]);
    await offerNetworks("bsc");
    const catalog = await loadCatalog();
    expect(catalog.currenciesOf("bsc").map(({ code }) => code)).toEqual(["USDT", "USDC", "DAI", "ETH", "BNB", "CGPT"]);
    expect(catalog.networksOf("USDT").map(({ code }) => code)).toEqual(["bsc"]);
  });

  it("makes a network unavailable when its node lags or falls silent, or when the operator disables it", async () => {
    const isOffered = async () => (await loadCatalog()).networksOf("USDT").length === 1;
    await watched("bsc");
    expect(await isOffered()).toBe(true);
    await watched("bsc", 100, 0);
    expect(await isOffered()).toBe(false);
    await watched("bsc", 400, 399);
    expect(await isOffered()).toBe(false);
    await watched("bsc");
    await database().network.update({ where: { code: "bsc" }, data: { isEnabled: false } });
    clearCatalogCache();
    expect(await isOffered()).toBe(false);
  });

  it("reads amounts exactly, with any number of decimals", async () => {
    await database().service.update({
      where: usdtOnBsc,
      data: { paymentMin: "0.000000000000000001", paymentMax: "12345678901234567890.000000000000000001" },
    });
    clearCatalogCache();
    const service = (await loadCatalog()).service("USDT", "bsc");
    expect(service?.paymentMin.toFixed()).toBe("0.000000000000000001");
    expect(service?.paymentMax.toFixed()).toBe("12345678901234567890.000000000000000001");
  });

  it("lets any number of callers share one read", async () => {
    clearCatalogCache();
    const catalogs = await Promise.all(Array.from({ length: 100 }, () => loadCatalog()));
    expect(new Set(catalogs).size).toBe(1);
    expect(await loadCatalog()).toBe(catalogs[0]);
  });

  it("does not cache a snapshot that was being read while the cache was cleared", async () => {
    clearCatalogCache();
    const old = loadCatalog();
    await database().network.update({ where: { code: "bsc" }, data: { confirmations: 99 } });
    clearCatalogCache();
    await old;
    expect((await loadCatalog()).network("bsc")?.confirmations).toBe(99);
  });
});

describe("verifyServices", () => {
  const signal = new AbortController().signal;

  it("makes a service unavailable whose decimals differ on the node, and available again when they agree", async () => {
    await watched("bsc");
    const wrong = await verifyServices(nodeWith({ [USDT_ON_BSC]: { symbol: "USDT", decimals: 6 } }), "bsc", signal);
    expect(wrong.find(({ currencyCode }) => currencyCode === "USDT")?.mismatch).toBe(
      "the node gives 6 decimals, the catalog has 18",
    );
    expect((await loadCatalog()).currenciesOf("bsc").map(({ code }) => code)).toEqual(["BNB"]);
    await verifyServices(nodeWith({ [USDT_ON_BSC]: { symbol: "USDT", decimals: 18 } }), "bsc", signal);
    expect((await loadCatalog()).currenciesOf("bsc").map(({ code }) => code)).toEqual(["USDT", "BNB"]);
    expect((await database().service.findUniqueOrThrow({ where: usdtOnBsc })).verifiedAt).toBeInstanceOf(Date);
  });

  it("concludes nothing from a node that does not answer", async () => {
    await verifyServices(nodeWith({ [USDT_ON_BSC]: { symbol: "USDT", decimals: 18 } }), "bsc", signal);
    const silent = { describeAsset: () => Promise.reject(new ChainUnavailableError("no node answered")) };
    await expect(verifyServices(silent, "bsc", signal)).rejects.toThrow(ChainUnavailableError);
    expect((await database().service.findUniqueOrThrow({ where: usdtOnBsc })).mismatch).toBeNull();
  });
});
