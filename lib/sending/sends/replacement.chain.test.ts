import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { alarmsAbout, until } from "@/lib/run/worker/testing/observe";
import type { Engine } from "@/lib/sending/sends/engine";
import {
  driveUntilDone,
  expectSettledBooks,
  openSendRig,
  type SendRig,
  step,
} from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends, sendRow, type TestOwner } from "@/lib/sending/sends/testing/test-owner";

const GWEI = 10n ** 9n;

let rig: SendRig;
let owner: TestOwner;
let engine: Engine;

beforeAll(async () => {
  rig = await openSendRig();
  await rig.chain.anvil.rpc("evm_setAutomine", [false]);
  owner = ownSends();
});
beforeEach(async () => {
  engine = await rig.engine({ replaceMs: 300, estimateMs: 0 });
});
afterAll(() => rig?.stop());

async function mineAt(baseFee: bigint): Promise<void> {
  await rig.chain.anvil.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${baseFee.toString(16)}`]);
  await rig.chain.mine(1);
}

/** Signs and broadcasts at a low base fee; then the base fee rises, and it is replaced. */
async function replaced(fields: Parameters<typeof createSend>[0] = {}) {
  await mineAt(GWEI);
  const send = await createSend(fields);
  await step(engine);
  await mineAt(500n * GWEI);
  expect((await sendRow(send.id)).outgoing).toMatchObject({ status: "signed", version: 1 });
  await until(async () => {
    await step(engine);
    expect((await sendRow(send.id)).outgoing?.version).toBe(2);
  });
  const [first, second] = (await sendRow(send.id)).outgoing?.versions ?? [];
  if (first === undefined || second === undefined) throw new Error("there are two versions");
  return { send, first, second };
}

test("a transaction stuck because fees rose is replaced once, with the same nonce, and settles with exact books", async () => {
  const { send, first, second } = await replaced();
  expect(owner.recordedFor(send.purposeId)).toEqual([
    `signed ${first.transactionId}`,
    `signed ${second.transactionId}`,
  ]);
  await mineAt(500n * GWEI);
  await driveUntilDone(engine);
  expect(await sendRow(send.id)).toMatchObject({ outgoing: { version: 2, includedVersion: 2, status: "settled" } });
  expect(owner.recordedFor(send.purposeId).at(-1)).toBe(`confirmed ${second.transactionId}`);
  expect((await rig.onChain(send.toAddress, "USDT")).toFixed()).toBe("10");
  await expectSettledBooks(rig);
});

test("when the first version is mined after all, it counts, and its owner is notified of it", async () => {
  const { send, first, second } = await replaced();
  await rig.chain.anvil.rpc("anvil_dropTransaction", [second.transactionId]);
  await mineAt(GWEI);
  await rig.chain.anvil.rpc("eth_sendRawTransaction", [`0x${Buffer.from(first.raw).toString("hex")}`]);
  await mineAt(GWEI);
  await driveUntilDone(engine);
  expect(await sendRow(send.id)).toMatchObject({ outgoing: { version: 2, includedVersion: 1, status: "settled" } });
  expect(owner.recordedFor(send.purposeId).slice(2)).toEqual([
    `signed ${first.transactionId}`,
    `confirmed ${first.transactionId}`,
  ]);
  expect((await rig.onChain(send.toAddress, "USDT")).toFixed()).toBe("10");
  await expectSettledBooks(rig);
});

test("a transaction that offers the current price is not replaced", async () => {
  await mineAt(GWEI);
  const send = await createSend();
  await step(engine);
  const signedAt = (await sendRow(send.id)).outgoing?.versions[0]?.signedAt.getTime() ?? 0;
  await until(async () => {
    await step(engine);
    expect(Date.now() - signedAt).toBeGreaterThan(600);
  });
  expect((await sendRow(send.id)).outgoing?.version).toBe(1);
  await mineAt(GWEI);
  await driveUntilDone(engine);
  await expectSettledBooks(rig);
});

test("one still stuck after its replacement alerts a person, and is replaced again as fees keep rising", async () => {
  const { send } = await replaced();
  const outgoingId = (await sendRow(send.id)).outgoingId ?? "";
  await mineAt(50_000n * GWEI);
  await until(async () => {
    await step(engine);
    expect(await alarmsAbout(outgoingId)).toEqual(["send-stuck"]);
  });
  await until(async () => {
    await step(engine);
    expect((await sendRow(send.id)).outgoing?.version).toBeGreaterThan(2);
  });
  // The node may have dropped what could not pay: it is rebroadcast while blocks continue.
  await until(async () => {
    await mineAt(GWEI);
    await step(engine);
    expect((await sendRow(send.id)).status).toBe("confirmed");
  });
  expect(await alarmsAbout(outgoingId)).toEqual([]);
  await expectSettledBooks(rig);
});
