import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainInconsistentError, ChainUnavailableError } from "@/lib/chains/errors";
import { database } from "@/lib/kernel/db";
import { readCursor } from "@/lib/money-in/deposits/chain-repo";
import { readChain } from "@/lib/money-in/deposits/read-chain";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import { cursorOf } from "@/lib/run/worker/testing/observe";
import { openScriptedSends, type ScriptedSends } from "@/lib/sending/sends/testing/scripted-sends";

/** The simulated chain's clock stands still. */
const ANY_LAG = 1_000_000_000;
const NETWORK: ReadNetwork = {
  code: "sol",
  family: "sol",
  isSandbox: true,
  lagLimitSeconds: ANY_LAG,
  needsSecondNode: false,
};
const signal = () => AbortSignal.timeout(60_000);

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

/**
 * A driver whose first node, or every node, shows no block at the height, as on a chain that skips
 * some.
 */
function withoutBlock(height: number, isAtEach: boolean, error?: Error): ChainDriver {
  const { driver } = sends;
  return {
    ...driver,
    async blockAt(at, given) {
      if (at === height && error !== undefined) throw error;
      return at === height ? null : driver.blockAt(at, given);
    },
    blockAtByEach: async (at, given) =>
      (await driver.blockAtByEach(at, given)).map((answer, index) =>
        at === height && (isAtEach || index === 0) ? { ...answer, answer: { block: null } } : answer,
      ),
  };
}

it("reports that a node lost the last block read, and waits while another node has it", async () => {
  const height = await readToHead(sends.driver);
  sends.chain.mine(3);
  const lost = new ChainInconsistentError("no node shows it");
  for (const driver of [withoutBlock(height, false), withoutBlock(height, false, lost)]) {
    await database().chainCursor.update({ where: { networkCode: NETWORK.code }, data: { problem: null } });
    expect(await readChain(driver, NETWORK, signal())).toBe("idle");
    expect(await cursorOf(NETWORK.code)).toMatchObject({
      height: BigInt(height),
      problem: expect.stringContaining(`missing block ${height}`),
    });
  }
  expect(await readToHead(sends.driver)).toBe(height + 3);
  expect(await cursorOf(NETWORK.code)).toMatchObject({ problem: null });
});

it("requests fewer blocks at once when a node is too slow, down to one, and more again when it recovers", async () => {
  await readToHead(sends.driver);
  sends.chain.mine(120);
  let [atOnce, slowest] = [0, 3];
  const widths: number[] = [];
  const slow: ChainDriver = {
    ...sends.driver,
    async scan(range, given) {
      atOnce = range.toHeight - range.fromHeight + 1;
      widths.push(atOnce);
      if (atOnce > slowest) throw new ChainUnavailableError(`no answer within a limit for ${atOnce} blocks`);
      return sends.driver.scan(range, given);
    },
  };
  for (let step = 0; step < 6; step += 1) expect(await readChain(slow, NETWORK, signal())).toBe("more");
  expect(widths).toEqual([50, 25, 12, 6, 3, 6]);
  slowest = 0;
  await expect(readChain(slow, NETWORK, signal()).then(() => readChain(slow, NETWORK, signal()))).rejects.toThrow(
    ChainUnavailableError,
  );
  expect(widths.at(-1)).toBe(1);
  slowest = 50;
  widths.length = 0;
  await readToHead(slow);
  expect(widths.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32]);
});

it("requests fewer blocks at once when their content cannot be written, and reports the single block that cannot be", async () => {
  const height = await readToHead(sends.driver);
  await refuseBlocksAbove(3);
  sends.chain.mine(20);
  expect(await readToHead(sends.driver)).toBe(height + 20);
  await database().$executeRaw`DROP TRIGGER refuse_many ON chain_blocks`;
  await refuseBlocksAbove(0);
  sends.pay(await sends.ownAddress(), "1");
  await expect(readToHead(sends.driver)).rejects.toThrow("more than 0 blocks at once");
  expect(await cursorOf(NETWORK.code)).toMatchObject({
    height: BigInt(height + 20),
    problem: expect.stringMatching(/before block \d+: its deposits could not be stored .*more than 0 blocks at once/),
  });
  await database().$executeRaw`DROP TRIGGER refuse_many ON chain_blocks`;
  expect(await readToHead(sends.driver)).toBeGreaterThan(height + 20);
  expect((await cursorOf(NETWORK.code)).problem).toBeNull();
});

/**
 * Makes the database reject inserts above this many blocks in one statement, as if it were too slow
 * for more.
 */
async function refuseBlocksAbove(most: number): Promise<void> {
  await database().$executeRawUnsafe(`
    CREATE OR REPLACE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM added) > ${most} THEN RAISE 'more than ${most} blocks at once'; END IF;
      RETURN NULL;
    END $$`);
  await database().$executeRaw`
    CREATE TRIGGER refuse_many AFTER INSERT ON chain_blocks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`;
}

it("goes back below a block that no node shows any more, and reads on from there", async () => {
  const height = await readToHead(sends.driver);
  sends.chain.mine(3);
  expect(await readChain(withoutBlock(height, true), NETWORK, signal())).toBe("more");
  expect(await cursorOf(NETWORK.code)).toMatchObject({ height: BigInt(height - 1), stoppedAt: null });
  expect(await readToHead(sends.driver)).toBe(height + 3);
});

/** A driver that is slow to return the head: meanwhile another worker does its work. */
function slowHead(meanwhile: () => Promise<unknown>): ChainDriver {
  return {
    ...sends.driver,
    async head(given) {
      const head = await sends.driver.head(given);
      await meanwhile();
      return head;
    },
  };
}

it("does not claim to have caught up when another worker has followed a reorganisation since", async () => {
  await readToHead(sends.driver);
  const slow = slowHead(async () => {
    sends.chain.reorganise(1, []);
    sends.chain.mine(2);
    expect(await readChain(sends.driver, NETWORK, signal())).toBe("more");
    expect(await cursorOf(NETWORK.code)).toMatchObject({ caughtUpAt: null });
  });
  await readChain(slow, NETWORK, signal());
  expect(await cursorOf(NETWORK.code)).toMatchObject({ caughtUpAt: null });
  await readToHead(sends.driver);
  expect((await cursorOf(NETWORK.code)).caughtUpAt).not.toBeNull();
});

it("does not move the position back when another worker has read on since", async () => {
  const height = await readToHead(sends.driver);
  const slow = slowHead(async () => {
    sends.chain.mine(3);
    await readToHead(sends.driver);
  });
  await readChain(slow, NETWORK, signal());
  expect(await cursorOf(NETWORK.code)).toMatchObject({
    height: BigInt(height + 3),
    headHeight: BigInt(height + 3),
  });
});
