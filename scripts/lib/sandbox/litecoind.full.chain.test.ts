import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createBitcoinLikeDriver } from "@/lib/chains/bitcoin-like/create-bitcoin-like-driver";
import { matching, never } from "@/lib/chains/contract/steps";
import { describeUnless } from "@/lib/testing/unless";
import { findLitecoind, startLitecoind } from "./litecoind.mjs";

const UNITS = 123_456_789n;
const PAID = {
  btc: [
    "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "3P14159f73E4gFr7JterCCQh9QjiTjiZrG",
    "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
  ],
  ltc: ["ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"],
} as const;

describeUnless(findLitecoind() === null ? "no litecoind here" : null)("the sandbox's Bitcoin-like node", () => {
  const folder = mkdtempSync(join(tmpdir(), "litecoind-"));
  const options = { network: "btc" as const, folder: join(folder, "btc"), logFile: join(folder, "btc.log") };
  let node: Awaited<ReturnType<typeof startLitecoind>>;
  beforeAll(async () => {
    node = await startLitecoind(options);
  });
  afterAll(async () => {
    await node?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });

  it("pays to addresses of main networks and to scripts, and includes each in a block at once", async () => {
    for (const family of ["btc", "ltc"] as const) {
      const driver = driverOf(family);
      for (const address of PAID[family]) {
        const { height } = await driver.head(never());
        await node.send({ to: address, units: UNITS });
        await vi.waitFor(
          async () => {
            const toHeight = (await driver.head(never())).height;
            const match = matching([{ address, memo: null }]);
            const { transfers } = await driver.scan({ fromHeight: height + 1, toHeight, match }, never());
            expect(transfers.map(({ units }) => units)).toEqual([UNITS]);
          },
          { timeout: 60_000, interval: 50 },
        );
      }
    }
    expect(await node.send({ to: `0014${"5a".repeat(20)}`, units: 1_000_000n })).toMatch(/^[0-9a-f]{64}$/);
    await expect(node.send({ to: "bc1qnonsense", units: UNITS })).rejects.toThrow();
  });

  it("has Bitcoin's dust limit in place of a Bitcoin node, and Litecoin's as a Litecoin node", async () => {
    const [least] = PAID.btc;
    expect(await node.send({ to: least, units: 294n })).toMatch(/^[0-9a-f]{64}$/);
    await expect(node.send({ to: least, units: 293n })).rejects.toThrow(/too small|dust/i);
    const own = { network: "ltc" as const, folder: join(folder, "ltc"), logFile: join(folder, "ltc.log") };
    const litecoin = await startLitecoind(own);
    try {
      const [address] = PAID.ltc;
      await expect(litecoin.send({ to: address, units: 2_939n })).rejects.toThrow(/too small|dust/i);
      expect(await litecoin.send({ to: address, units: 2_940n })).toMatch(/^[0-9a-f]{64}$/);
    } finally {
      await litecoin.stop();
    }
  });

  it("comes back on its port with chain, wallet and password after a stop", async () => {
    const driver = driverOf("btc");
    const before = await driver.head(never());
    const { port, rpcUrl } = node;
    await node.stop();
    await expect(driver.head(never())).rejects.toThrow();
    node = await startLitecoind({ ...options, port, isPortFixed: true });
    expect(node.rpcUrl).toBe(rpcUrl);
    expect((await driverOf("btc").blockAt(before.height, never()))?.hash).toBe(before.hash);
    expect(await node.send({ to: PAID.btc[0], units: UNITS })).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(join(options.folder, "node", "rpc.conf")).mode & 0o077).toBe(0);
  });

  function driverOf(family: "btc" | "ltc") {
    const native = { symbol: family.toUpperCase(), decimals: 8 };
    return createBitcoinLikeDriver({ network: family, family, isSandbox: true, urls: [node.rpcUrl], native });
  }
});
