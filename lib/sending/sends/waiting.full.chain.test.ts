import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { hotCustody, operatorCapital } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { alarmsAbout, until } from "@/lib/run/worker/testing/observe";
import type { Engine } from "@/lib/sending/sends/engine";
import { cancelSend, failSend } from "@/lib/sending/sends/fail-send";
import { resumeSends, stopSends } from "@/lib/sending/sends/stop-sends";
import {
  driveUntilDone,
  expectSettledBooks,
  openSendRig,
  type SendRig,
  step,
} from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends, sendRow, type TestOwner } from "@/lib/sending/sends/testing/test-owner";

let rig: SendRig;
let owner: TestOwner;
let engine: Engine;

beforeAll(async () => {
  rig = await openSendRig();
  owner = ownSends();
  engine = await rig.engine();
});
afterAll(() => rig?.stop());

/** Runs steps until the send waits for this reason. */
async function untilWaits(id: string, reason: string): Promise<void> {
  await until(async () => {
    await step(engine);
    expect((await sendRow(id)).waitReason).toBe(reason);
  });
}

/**
 * Moves capital out of the hot wallet in the books only, so that it seems to hold less than on the
 * chain; returns a function that reverses it.
 */
async function hide(currency: string, leaving: string): Promise<() => Promise<void>> {
  const [hot, capital] = [hotCustody("eth", currency), operatorCapital(currency)];
  const amount = (await findBalance(hot)).minus(leaving);
  const move = (legs: ReturnType<typeof leg>) =>
    withTransaction((tx) => postEntry(tx, { kind: "capital.move", reference: randomUUID(), groupId: "test", legs }));
  await move(leg(capital, hot, amount));
  return async () => void (await move(leg(hot, capital, amount)));
}

test("a send that the hot wallet cannot cover waits with an alarm, and blocks neither smaller ones nor other coins", async () => {
  const large = await createSend({ amount: "500000" });
  const [small, other] = [await createSend({ amount: "1" }), await createSend({ currencyCode: "ETH", amount: "0.5" })];
  await until(async () => {
    await step(engine);
    for (const { id } of [small, other]) expect((await sendRow(id)).status).toBe("confirmed");
  });
  expect(await sendRow(large.id)).toMatchObject({ status: "queued", waitReason: "funds" });
  expect(await alarmsAbout("eth:USDT")).toEqual(["sends-underfunded"]);
  await rig.fund("USDT", "450000");
  await driveUntilDone(engine);
  expect(owner.recordedFor(large.purposeId).map((line) => line.split(" ")[0])).toEqual([
    "waits",
    "waits",
    "signed",
    "confirmed",
  ]);
  await step(engine);
  expect(await alarmsAbout("eth:USDT")).toEqual([]);
  await expectSettledBooks(rig);
});

test("a send whose fee the hot wallet cannot cover waits for gas, and is sent once there is enough", async () => {
  const bringBack = await hide("ETH", "0.000000001");
  const { id, toAddress } = await createSend({ amount: "2" });
  await untilWaits(id, "gas");
  expect(await alarmsAbout("eth:ETH")).toEqual(["sends-underfunded"]);
  await bringBack();
  await driveUntilDone(engine);
  expect((await rig.onChain(toAddress, "USDT")).toFixed()).toBe("2");
  await expectSettledBooks(rig);
});

test("a send that would cost more than twice its quote waits, with an alarm, and can be cancelled", async () => {
  const { id, purposeId, toAddress } = await createSend({ feeExpected: decimal("0.000000000000000001") });
  await untilWaits(id, "fee");
  expect(await alarmsAbout(id)).toEqual(["fee-above-quote"]);
  expect(await withTransaction((tx) => cancelSend(tx, "withdrawal", purposeId))).toBe(true);
  await step(engine);
  expect((await rig.onChain(toAddress, "USDT")).toFixed()).toBe("0");
  expect(await sendRow(id)).toMatchObject({ status: "cancelled", outgoingId: null });
});

test("a send that waited for lower fees is sent when its quote covers the fee again, and its alarm is cleared", async () => {
  const { id, toAddress } = await createSend({ amount: "7", feeExpected: decimal("0.000000000000000001") });
  await untilWaits(id, "fee");
  expect(await alarmsAbout(id)).toEqual(["fee-above-quote"]);
  // Equivalent to lower network fees for an older quote: the quote covers the fee again.
  await database().send.update({ where: { id }, data: { feeExpected: "1", nextTryAt: new Date(0) } });
  await driveUntilDone(engine);
  expect(await alarmsAbout(id)).toEqual([]);
  expect((await sendRow(id)).status).toBe("confirmed");
  expect((await rig.onChain(toAddress, "USDT")).toFixed()).toBe("7");
  await expectSettledBooks(rig);
});

test("a send that the chain would refuse is tried three times and then fails, with nothing signed and nothing in flight", async () => {
  // The token's contract accepts no native coin.
  const { id, purposeId } = await createSend({
    currencyCode: "ETH",
    amount: "1",
    toAddress: rig.chain.token("USDT").address,
  });
  await driveUntilDone(engine);
  expect(await sendRow(id)).toMatchObject({
    status: "failed",
    outgoingId: null,
    failure: expect.stringMatching(/^EVM error|revert/),
  });
  const told = owner.recordedFor(purposeId);
  expect(told).toEqual(["waits refused", expect.stringMatching(/^failed (EVM error|.*revert)/)]);
  expect(await alarmsAbout(id)).toEqual([]);
  await expectSettledBooks(rig);
});

test("while the kill switch is set nothing is signed, on all networks or on one, and afterwards everything is sent", async () => {
  await stopSends({ scope: "all", reason: "to be sure", actorId: null });
  const { id } = await createSend();
  await untilWaits(id, "stopped");
  await stopSends({ scope: "eth", reason: "to be surer", actorId: null });
  await resumeSends({ scope: "all", actorId: null });
  await step(engine);
  expect((await sendRow(id)).status).toBe("queued");
  await resumeSends({ scope: "eth", actorId: null });
  await driveUntilDone(engine);
  const actions = await database().auditEvent.findMany({
    where: { action: { startsWith: "sends." } },
    orderBy: { id: "asc" },
  });
  expect(actions.map(({ action, target }) => `${action} ${target}`)).toEqual([
    "sends.stop all",
    "sends.stop eth",
    "sends.resume all",
    "sends.resume eth",
  ]);
  await expectSettledBooks(rig);
});

test("the operator can end a send that is not possible, but none with a signed transaction", async () => {
  const stuck = await createSend({ amount: "90000000" });
  await untilWaits(stuck.id, "funds");
  await failSend({ sendId: stuck.id, reason: "given up", actorId: null });
  expect(owner.recordedFor(stuck.purposeId).at(-1)).toBe("failed given up");
  const sent = await createSend();
  await driveUntilDone(engine);
  await expect(failSend({ sendId: sent.id, reason: "too late", actorId: null })).rejects.toThrow(/signed or finished/);
  await expect(withTransaction((tx) => cancelSend(tx, "withdrawal", sent.purposeId))).resolves.toBe(false);
});

test("a send that reverts in its block returns the amount, costs its fee, and is reported as failed", async () => {
  const { anvil, token } = rig.chain;
  const contract = token("USDT").address;
  const code = await anvil.rpc("eth_getCode", [contract, "latest"]);
  await anvil.rpc("evm_setAutomine", [false]);
  const { id, purposeId, toAddress } = await createSend({ amount: "7" });
  await step(engine);
  // The token's behaviour changes between the simulation and the block.
  await anvil.rpc("anvil_setCode", [contract, "0x60006000fd"]);
  await anvil.rpc("evm_mine");
  await anvil.rpc("anvil_setCode", [contract, code]);
  await anvil.rpc("evm_setAutomine", [true]);
  await driveUntilDone(engine);
  expect(await sendRow(id)).toMatchObject({ status: "failed", outgoing: { status: "failed" } });
  expect(owner.recordedFor(purposeId).map((line) => line.split(" ")[0])).toEqual(["signed", "failed"]);
  expect((await rig.onChain(toAddress, "USDT")).toFixed()).toBe("0");
  await expectSettledBooks(rig);
});
