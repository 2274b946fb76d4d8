import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { ChainDriver } from "@/lib/chains/driver";
import { idOf } from "@/lib/chains/scripted/scripted-transaction";
import { database } from "@/lib/kernel/db";
import { newReadMemory, type ReadMemory, readChain } from "@/lib/money-in/deposits/read-chain";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import { cursorOf } from "@/lib/run/worker/testing/observe";
import { openScriptedSends, type ScriptedSends } from "@/lib/sending/sends/testing/scripted-sends";
import { sentStatements } from "@/lib/testing/sent-statements";

/** The watcher's behaviour at the head when nothing is pending. */

const NETWORK: ReadNetwork = {
  code: "btc",
  family: "btc",
  isSandbox: true,
  lagLimitSeconds: 1_000_000_000,
  needsSecondNode: false,
};

let sends: ScriptedSends;
let memory: ReadMemory;

const check = (network = NETWORK, driver: ChainDriver = sends.driver) =>
  readChain(driver, network, AbortSignal.timeout(60_000), memory);

async function becomeIdle(): Promise<void> {
  while ((await check()) === "more");
  await check();
  expect(memory.idle).not.toBeNull();
}

async function headHash(): Promise<string> {
  return (await sends.driver.head(AbortSignal.timeout(60_000))).hash;
}

/** An address that belongs to an invoice; no invoice row is needed here. */
async function ownedAddress(): Promise<string> {
  const address = await sends.ownAddress();
  const owner = { ownerKind: "invoice", ownerId: randomUUID(), assignedAt: new Date() };
  await database().address.updateMany({ where: { addressKey: address }, data: owner });
  return address;
}

/** A payment that waits for a block. */
function pay(address: string): void {
  const outputs = [{ to: { address, memo: null }, asset: { kind: "native" as const }, units: 100_000_000n }];
  const coin = { transactionId: idOf(`a coin for ${address}`), index: 0, units: 100_000_000n, address: "stranger" };
  const spends = { kind: "coins" as const, coins: [coin] };
  sends.chain.submit({ id: idOf(`a payment to ${address}`), from: null, outputs, feeUnits: 1n, spends, fails: false });
}

const depositsTo = (toAddress: string) => database().deposit.findMany({ where: { toAddress } });

beforeAll(async () => {
  sends = await openScriptedSends("coins");
  sends.chain.mine(3);
});
beforeEach(async () => {
  memory = newReadMemory();
  await becomeIdle();
});
afterAll(() => sends?.stop());

it("sends no statement while the head stands still", async () => {
  expect(await sentStatements(() => check())).toEqual([]);
  expect(await sentStatements(() => check())).toEqual([]);
});

it("advances with one statement over blocks without deposits, and records how far it has read", async () => {
  const before = await cursorOf(NETWORK.code);
  sends.chain.mine(2);
  expect(await sentStatements(() => check())).toHaveLength(1);
  const after = await cursorOf(NETWORK.code);
  expect(after.height).toBe(before.height + 2n);
  expect(after).toMatchObject({ hash: await headHash(), headHeight: after.height, problem: null });
  expect(after.caughtUpAt).not.toEqual(before.caughtUpAt);
  expect(
    await database().chainBlock.count({ where: { networkCode: NETWORK.code, height: { gt: before.height } } }),
  ).toBe(2);
  expect(await sentStatements(() => check())).toEqual([]);
});

it("detects another block at the same height, and another branch below a higher head", async () => {
  for (const more of [0, 1]) {
    const { height } = await cursorOf(NETWORK.code);
    sends.chain.reorganise(1, []);
    sends.chain.mine(more);
    await becomeIdle();
    expect(await cursorOf(NETWORK.code)).toMatchObject({ height: height + BigInt(more), hash: await headHash() });
  }
  expect(memory.hasCaughtUp).toBe(true);
});

it("reports a node that is behind when it shows a lower head, and when its head is too old", async () => {
  const { height } = await cursorOf(NETWORK.code);
  const impatient = { ...NETWORK, lagLimitSeconds: -1_000_000_000_000 };
  expect(await check(impatient)).toBe("idle");
  expect((await cursorOf(NETWORK.code)).problem).toContain("newest block is");
  await becomeIdle();
  expect((await cursorOf(NETWORK.code)).problem).toBeNull();
  const lower = await sends.driver.blockAt(Number.parseInt(height.toString(), 10) - 1, AbortSignal.timeout(60_000));
  await check(NETWORK, { ...sends.driver, head: async () => lower ?? expect.fail("no block") });
  expect((await cursorOf(NETWORK.code)).problem).toContain("behind block");
  await becomeIdle();
  expect(await cursorOf(NETWORK.code)).toMatchObject({ height, problem: null });
});

it("shows a payment before its block, then records that block, and does full checks until nothing is pending", async () => {
  const address = await ownedAddress();
  pay(address);
  await check();
  expect(await depositsTo(address)).toMatchObject([{ status: "seen", blockHeight: null }]);
  expect(memory.idle).toBeNull();
  sends.chain.mine(1);
  await becomeIdle();
  expect((await depositsTo(address))[0]?.blockHeight).not.toBeNull();
});

it("moves nothing based on its memory when the network was stopped, or another watcher has read on", async () => {
  sends.chain.mine(1);
  await database().chainCursor.update({ where: { networkCode: NETWORK.code }, data: { stoppedAt: new Date() } });
  const stopped = await cursorOf(NETWORK.code);
  await check();
  expect(await cursorOf(NETWORK.code)).toEqual(stopped);
  await database().chainCursor.update({ where: { networkCode: NETWORK.code }, data: { stoppedAt: null } });
  await becomeIdle();
  sends.chain.mine(1);
  const other = newReadMemory();
  while ((await readChain(sends.driver, NETWORK, AbortSignal.timeout(60_000), other)) === "more");
  sends.chain.mine(1);
  await becomeIdle();
  expect(await cursorOf(NETWORK.code)).toMatchObject({ hash: await headHash() });
});

it("adds a settlement of confirmed deposits once, and again only if no job that has not ended settles them", async () => {
  const address = await ownedAddress();
  pay(address);
  sends.chain.mine(1);
  await check();
  const [deposit] = await depositsTo(address);
  const key = `settle:invoice:${deposit?.ownerId}`;
  const ofOwner = async () =>
    await database().$queryRaw<{ key: string | null; attempts: number }[]>`
      SELECT key, attempts::int AS attempts FROM graphile_worker._private_jobs
      WHERE payload->>'ownerId' = ${deposit?.ownerId} ORDER BY id`;
  const nextBlock = async () => {
    sends.chain.mine(1);
    await check();
    return await ofOwner();
  };
  const hold = (since: string) =>
    database().$executeRaw`
      UPDATE graphile_worker._private_jobs SET locked_at = now() - ${since}::interval, locked_by = 'a worker', attempts = 1
      WHERE key = ${key}`;
  const waiting = { key, attempts: 0 };
  expect(await nextBlock()).toEqual([waiting]);
  await hold("1 second");
  expect(await nextBlock()).toEqual([{ key, attempts: 1 }]);
  await hold("1 minute");
  expect((await nextBlock()).at(-1)).toEqual(waiting);
  await database()
    .$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, locked_at = NULL WHERE key = ${key}`;
  expect((await nextBlock()).at(-1)).toEqual(waiting);
  await database()
    .$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE payload->>'ownerId' = ${deposit?.ownerId}`;
  expect(await nextBlock()).toEqual([waiting]);
});
