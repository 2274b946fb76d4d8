import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChainDriver } from "@/lib/chains/driver";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { growKeyTree } from "@/lib/custody/key-tree";
import { refillAddressPool } from "@/lib/custody/refill-address-pool";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { readChain } from "@/lib/money-in/deposits/read-chain";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import { applySandbox } from "@/lib/pricing/catalog/apply-sandbox";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { cursorOf, until } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";

const NETWORK: ReadNetwork = {
  code: "eth",
  family: "evm",
  isSandbox: true,
  lagLimitSeconds: 180,
  needsSecondNode: false,
};
const MNEMONIC = `${"abandon ".repeat(11)}about`;
const ADDRESSES = 320;
/** About as many as a block's gas allows. */
const BUSY_MACHINE_MS = 180_000;
const TRANSFERS_A_TRANSACTION = 300;

let chain: TestChain;
let addresses: readonly string[];

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  await withTransaction(async (tx) => {
    await syncCatalog(tx);
    const tokens = chain.tokens.map(({ currency, address, decimals }) => ({ currency, contract: address, decimals }));
    await applySandbox(tx, [{ network: "eth", chainId: 1n, tokens }]);
  });
  await refillAddressPool(growKeyTree(MNEMONIC), "evm", { size: ADDRESSES, refillBelow: ADDRESSES });
  addresses = (await database().address.findMany({ orderBy: { id: "asc" } })).map(({ address }) => address);
});

afterAll(async () => {
  await chain?.stop();
  await closeDatabase();
});

it("finds the common ancestor when the first blocks it ever read are reorganised away", async () => {
  const driver = createDriver();
  await readToHead(driver);
  await chain.reorganise(2, []);
  await readToHead(driver);
  expect(await cursorOf("eth")).toMatchObject({ stoppedAt: null, problem: null });
});

it(
  "records many payments of one block in one short transaction, each once",
  async () => {
    const driver = createDriver();
    const paid = addresses.slice(0, TRANSFERS_A_TRANSACTION);
    await chain.payMany(
      paid.map((to) => ({ to, units: 5n })),
      "USDT",
    );
    await readToHead(driver);
    expect(await recordedAddresses()).toEqual([...paid].sort());
  },
  BUSY_MACHINE_MS,
);

it(
  "records each payment once when several workers read without a lock, across reorganisations",
  async () => {
    const before = await database().deposit.count();
    const readers = [createDriver(), createDriver(), createDriver()];
    const paid = addresses.slice(TRANSFERS_A_TRANSACTION, TRANSFERS_A_TRANSACTION + 20);
    for (const [index, to] of paid.entries()) {
      const transaction = await chain.pay(to, 7n, "USDT");
      await Promise.all(readers.map((driver) => readChain(driver, NETWORK, signal())));
      if (index % 4 === 0) await chain.reorganise(1, [transaction]);
      await Promise.all(readers.map((driver) => readChain(driver, NETWORK, signal())));
    }
    await readToHead(createDriver());
    const deposits = await database().deposit.findMany({ where: { toAddress: { in: paid } } });
    expect(deposits).toHaveLength(paid.length);
    expect(await database().deposit.count()).toBe(before + paid.length);
    expect(deposits.every(({ status }) => status === "seen")).toBe(true);
    expect(Math.max(...deposits.map(({ inclusion }) => inclusion))).toBeGreaterThan(1);
  },
  BUSY_MACHINE_MS,
);

async function recordedAddresses(): Promise<string[]> {
  return (await database().deposit.findMany()).map(({ toAddress }) => toAddress).sort();
}

function createDriver(): ChainDriver {
  const native = { symbol: "ETH", decimals: 18 };
  return createEvmDriver({ network: "eth", chainId: 1, urls: [chain.proxy.url], native });
}

function signal(): AbortSignal {
  return AbortSignal.timeout(60_000);
}

async function readToHead(driver: ChainDriver): Promise<void> {
  const height = BigInt(await chain.height());
  await until(async () => {
    await readChain(driver, NETWORK, signal());
    expect((await cursorOf("eth")).height).toBe(height);
  });
}
