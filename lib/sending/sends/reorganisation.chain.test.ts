import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { alarmsAbout, until } from "@/lib/run/worker/testing/observe";
import type { Engine } from "@/lib/sending/sends/engine";
import { listSendStops, resumeSends } from "@/lib/sending/sends/stop-sends";
import {
  driveUntilDone,
  expectSettledBooks,
  openSendRig,
  readBlocks,
  type SendRig,
  step,
} from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends, sendRow, type TestOwner } from "@/lib/sending/sends/testing/test-owner";

const DEEP = 3;

let rig: SendRig;
let owner: TestOwner;
let engine: Engine;

beforeAll(async () => {
  rig = await openSendRig({ confirmations: DEEP });
  owner = ownSends();
  engine = await rig.engine();
  await readBlocks(engine);
});
afterAll(() => rig?.stop());

async function stepUntil(check: () => Promise<void>): Promise<void> {
  await until(async () => {
    await step(engine);
    await check();
  });
}

test("before it is confirmed: the same bytes are rebroadcast, are included in another block, and settle once", async () => {
  const send = await createSend();
  await stepUntil(async () => expect((await sendRow(send.id)).outgoing?.status).toBe("included"));
  const before = (await sendRow(send.id)).outgoing;
  await rig.chain.reorganise(1, []);
  expect((await rig.onChain(send.toAddress, "USDT")).toFixed()).toBe("0");
  await stepUntil(async () => {
    const { outgoing } = await sendRow(send.id);
    expect(outgoing?.status).toBe("included");
    expect(outgoing?.blockHash).not.toBe(before?.blockHash);
  });
  expect((await sendRow(send.id)).outgoing).toMatchObject({ version: 1, versions: before?.versions });
  await rig.chain.mine(DEEP);
  await driveUntilDone(engine);
  expect(owner.recordedFor(send.purposeId).map((line) => line.split(" ")[0])).toEqual(["signed", "confirmed"]);
  expect((await rig.onChain(send.toAddress, "USDT")).toFixed()).toBe("10");
  await expectSettledBooks(rig);
});

test("after it was settled: an alarm, the same bytes, no second confirmation, and the cost of the final block", async () => {
  const send = await createSend();
  await stepUntil(async () => expect((await sendRow(send.id)).outgoing?.status).toBe("included"));
  await rig.chain.mine(DEEP);
  await driveUntilDone(engine);
  await readBlocks(engine);
  const { outgoingId, outgoing: settled } = await sendRow(send.id);
  const height = Number.parseInt(settled?.blockHeight?.toString() ?? "0", 10);
  const depth = (await rig.chain.height()) - height + 1;
  // Disables automatic mining for a moment, so that it can be seen to be gone.
  await rig.chain.anvil.rpc("evm_setAutomine", [false]);
  await rig.chain.reorganise(depth, []);
  expect((await rig.onChain(send.toAddress, "USDT")).toFixed()).toBe("0");
  await stepUntil(async () => expect(await alarmsAbout(outgoingId ?? "")).toEqual(["send-vanished"]));
  expect((await sendRow(send.id)).status).toBe("confirmed");
  await rig.chain.anvil.rpc("anvil_setNextBlockBaseFeePerGas", ["0x1"]);
  await rig.chain.mine(1);
  await rig.chain.anvil.rpc("evm_setAutomine", [true]);
  await stepUntil(async () => expect(await alarmsAbout(outgoingId ?? "")).toEqual([]));
  expect((await rig.onChain(send.toAddress, "USDT")).toFixed()).toBe("10");
  expect(
    await database().outgoingTransaction.count({ where: { id: outgoingId ?? "", version: 1, status: "settled" } }),
  ).toBe(1);
  expect(owner.recordedFor(send.purposeId).map((line) => line.split(" ")[0])).toEqual(["signed", "confirmed"]);
  await expectSettledBooks(rig);
});

test("with a different outcome in another block: an alarm and a stop, once, and nothing is booked or sent again", async () => {
  const send = await createSend();
  await stepUntil(async () => expect((await sendRow(send.id)).outgoing?.status).toBe("included"));
  await rig.chain.mine(DEEP);
  await driveUntilDone(engine);
  await readBlocks(engine);
  const { outgoingId, outgoing: settled } = await sendRow(send.id);
  const subject = outgoingId ?? "";
  const height = Number.parseInt(settled?.blockHeight?.toString() ?? "0", 10);
  await rig.chain.anvil.rpc("evm_setAutomine", [false]);
  await rig.chain.reorganise((await rig.chain.height()) - height + 1, []);
  await stepUntil(async () => expect(await alarmsAbout(subject)).toEqual(["send-vanished"]));
  // From now on no transfer of the token succeeds.
  await rig.chain.anvil.rpc("anvil_setCode", [rig.chain.token("USDT").address, "0x60006000fd"]);
  await rig.chain.mine(1);
  await rig.chain.anvil.rpc("evm_setAutomine", [true]);
  await stepUntil(async () => expect(await alarmsAbout(subject)).toContain("send-outcome-changed"));
  expect(await alarmsAbout(subject)).toContain("send-vanished");
  expect(await listSendStops()).toMatchObject([{ scope: "eth" }]);
  expect((await sendRow(send.id)).outgoing).toMatchObject({ status: "settled", blockHash: settled?.blockHash });
  await resumeSends({ scope: "eth", actorId: null });
  await step(engine);
  expect(await listSendStops()).toEqual([]);
  expect(owner.recordedFor(send.purposeId).map((line) => line.split(" ")[0])).toEqual(["signed", "confirmed"]);
});
