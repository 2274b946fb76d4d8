import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChainDriver } from "@/lib/chains/driver";
import { BlockTooLargeError } from "@/lib/chains/errors";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { growKeyTree } from "@/lib/custody/key-tree";
import { refillAddressPool } from "@/lib/custody/refill-address-pool";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { newReadMemory, type ReadMemory, readChain } from "@/lib/money-in/deposits/read-chain";
import { applySandbox } from "@/lib/pricing/catalog/apply-sandbox";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { cursorOf, until } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";

const MNEMONIC = `${"abandon ".repeat(11)}about`;
/** Their logs, and the receipt with them, are some 20 kB; a block without them some 2 kB. */
const PAYMENTS = 40;
const RANGE_BYTES_MAX = 6_000;
const [LARGE_ENOUGH, TOO_SMALL] = [100_000, 12_000];

let fat: TestChain;
let other: TestChain;
let addresses: readonly string[];

beforeAll(async () => {
  [fat, other] = await Promise.all([
    startTestChain({ network: "bsc", chainId: 56, tokens: { USDT: 18 } }),
    startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } }),
  ]);
  await withTransaction(async (tx) => {
    await syncCatalog(tx);
    await applySandbox(
      tx,
      [fat, other].map(({ network, chainId, tokens }) => ({
        network,
        chainId: BigInt(chainId),
        tokens: tokens.map(({ currency, address, decimals }) => ({ currency, contract: address, decimals })),
      })),
    );
  });
  await refillAddressPool(growKeyTree(MNEMONIC), "evm", { size: PAYMENTS, refillBelow: PAYMENTS });
  addresses = (await database().address.findMany({ orderBy: { id: "asc" } })).map(({ address }) => address);
  for (const chain of [fat, other]) await readToHead(chain, createDriver(chain, LARGE_ENOUGH));
});

afterAll(async () => {
  await Promise.all([fat?.stop(), other?.stop()]);
  await closeDatabase();
});

it("halves a range whose logs are large, and reads a single block beyond that limit", async () => {
  fat.proxy.calls.length = 0;
  await fat.mine(2);
  await payAll(fat);
  await fat.mine(2);
  await readToHead(fat, createDriver(fat, LARGE_ENOUGH));
  expect(await countDeposits("bsc")).toBe(PAYMENTS);
  const ranges = fat.proxy.calls.filter(({ method }) => method === "eth_getLogs").map(({ params }) => params[0]);
  expect(ranges.length).toBeGreaterThan(1);
  expect(ranges).toContainEqual(
    expect.objectContaining({ fromBlock: expect.any(String), toBlock: expect.any(String) }),
  );
});

it("names network and block in an alarm when a block is too large, continues elsewhere, and reads it when the limit allows", async () => {
  const memory = newReadMemory();
  await fat.mine(1);
  await payAll(fat);
  const height = await fat.height();
  await fat.mine(1);
  const refusing = createDriver(fat, TOO_SMALL);
  await until(async () => {
    const step = readChain(refusing, networkOf(fat), signal(), memory);
    await expect(step).rejects.toMatchObject({ height });
    await expect(step).rejects.toBeInstanceOf(BlockTooLargeError);
  });
  // All blocks below were read.
  expect((await cursorOf("bsc")).height).toBe(BigInt(height - 1));
  const { message } = await database().alarm.findFirstOrThrow({ where: openAlarm(height) });
  expect(message).toContain(`Block ${height} of bsc could not be read`);
  expect(message).toContain(`more than ${TOO_SMALL} bytes`);
  expect(message).toContain("NODE_ANSWER_MB_MAX is 1024");
  await payAll(other);
  await readToHead(other, createDriver(other, LARGE_ENOUGH));
  expect(await countDeposits("eth")).toBe(PAYMENTS);
  // A restarted worker, which has no memory of the alarm.
  const [allowing, anew] = [createDriver(fat, LARGE_ENOUGH), newReadMemory()];
  await readToHead(fat, allowing, anew);
  expect(await countDeposits("bsc")).toBe(2 * PAYMENTS);
  await readChain(allowing, networkOf(fat), signal(), anew);
  expect(await database().alarm.count({ where: openAlarm(height) })).toBe(0);
});

const openAlarm = (height: number) => ({ kind: "block-too-large", subject: `bsc:${height}`, clearedAt: null });

const countDeposits = (networkCode: string) => database().deposit.count({ where: { networkCode } });

function payAll(chain: TestChain): Promise<unknown> {
  return chain.payMany(
    addresses.map((to) => ({ to, units: 5n * 10n ** 6n })),
    "USDT",
  );
}

function networkOf({ network }: TestChain) {
  return { code: network, family: "evm", isSandbox: true, lagLimitSeconds: 180, needsSecondNode: false };
}

function createDriver({ network, chainId, proxy }: TestChain, answerBytesMax: number): ChainDriver {
  const native = { symbol: "COIN", decimals: 18 };
  return createEvmDriver({
    network,
    chainId,
    urls: [proxy.url],
    native,
    answerBytesMax,
    rangeBytesMax: RANGE_BYTES_MAX,
  });
}

const signal = () => AbortSignal.timeout(60_000);

async function readToHead(chain: TestChain, driver: ChainDriver, memory: ReadMemory = newReadMemory()): Promise<void> {
  const height = BigInt(await chain.height());
  await until(async () => {
    await readChain(driver, networkOf(chain), signal(), memory);
    expect((await cursorOf(chain.network)).height).toBe(height);
  });
}
