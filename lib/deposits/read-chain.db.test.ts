import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { database } from "@/lib/db";
import { readCursor } from "@/lib/deposits/chain-repo";
import { readChain } from "@/lib/deposits/read-chain";
import type { ReadNetwork } from "@/lib/deposits/read-network";
import { openScriptedSends, type ScriptedSends } from "@/lib/sends/testing/scripted-sends";
import { cursorOf } from "@/lib/worker/testing/observe";

/** The pretended chain's clock stands still. */
const ANY_LAG = 1_000_000_000;
const NETWORK: ReadNetwork = { code: "sol", family: "sol", isSandbox: true, lagLimitSeconds: ANY_LAG };
const signal = () => AbortSignal.timeout(10_000);

let sends: ScriptedSends;

beforeAll(async () => {
  sends = await openScriptedSends("expiring");
  sends.chain.mine(5);
});
afterAll(() => sends?.stop());

async function readToHead(driver: ChainDriver): Promise<number> {
  while ((await readChain(driver, NETWORK, signal())) === "more");
  return Number.parseInt(String((await readCursor(NETWORK.code))?.height), 10);
}

/** The driver while the first of its nodes, or each, shows no block at the height, as on a chain that skips some. */
function withoutBlock(height: number, isAtEach: boolean, error?: Error): ChainDriver {
  const { driver } = sends;
  return {
    ...driver,
    async blockAt(at, given) {
      if (at === height && error !== undefined) throw error;
      return at === height ? null : driver.blockAt(at, given);
    },
    blockAtByEach: async (at, given) =>
      (await driver.blockAtByEach(at, given)).map((testimony, index) =>
        at === height && (isAtEach || index === 0) ? { ...testimony, answer: { block: null } } : testimony,
      ),
  };
}

it("says that a node lost the block that was read last, and waits while another one has it", async () => {
  const height = await readToHead(sends.driver);
  sends.chain.mine(3);
  const lost = new ChainInconsistentError("no node shows it");
  for (const driver of [withoutBlock(height, false), withoutBlock(height, false, lost)]) {
    await database().chainCursor.update({ where: { networkCode: NETWORK.code }, data: { problem: null } });
    expect(await readChain(driver, NETWORK, signal())).toBe("idle");
    expect(await cursorOf(NETWORK.code)).toMatchObject({
      height: BigInt(height),
      problem: expect.stringContaining(`no block ${height}`),
    });
  }
  expect(await readToHead(sends.driver)).toBe(height + 3);
  expect(await cursorOf(NETWORK.code)).toMatchObject({ problem: null });
});

it("goes back below a block that no node shows any more, and reads on from there", async () => {
  const height = await readToHead(sends.driver);
  sends.chain.mine(3);
  expect(await readChain(withoutBlock(height, true), NETWORK, signal())).toBe("more");
  expect(await cursorOf(NETWORK.code)).toMatchObject({ height: BigInt(height - 1), stoppedAt: null });
  expect(await readToHead(sends.driver)).toBe(height + 3);
});
