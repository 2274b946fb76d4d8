import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ScriptedFaults } from "@/lib/chains/scripted/scripted-node";
import { database } from "@/lib/kernel/db";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { alarmsAbout } from "@/lib/run/worker/testing/observe";
import type { Engine } from "@/lib/sending/sends/engine";
import { listSendStops, resumeSends } from "@/lib/sending/sends/stop-sends";
import { listDiscrepancies, openScriptedSends, type ScriptedSends } from "@/lib/sending/sends/testing/scripted-sends";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";

/**
 * Payouts on a real network by two nodes of different hosts, of which one lies, lags or is silent.
 */

/** More than the life of a pretended transaction. */
const LIFE = 7;
const ELEVEN_MINUTES_MS = 11 * 60_000;

let rig: ScriptedSends;
let engine: Engine;

beforeAll(async () => {
  rig = await openScriptedSends("expiring");
  ownSends();
  rig.pay(rig.hotAddress, "100");
  const { driver } = rig;
  const head = async () => ({ ...(await driver.head(AbortSignal.timeout(60_000))), time: new Date() });
  // The pretended chain's clock stands still, and what lags signs nothing.
  engine = { ...rig.engine(), driver: { ...driver, head } };
  await rig.step(engine);
  await database().network.updateMany({ where: { code: rig.network }, data: { isSandbox: false } });
  clearCatalogCache();
});
beforeEach(() => {
  for (const { faults } of rig.nodes) {
    Object.assign(faults, { error: null, lagBlocks: 0, onSubmit: "take" });
    faults.hiddenIds.clear();
    faults.toldOutcomes.clear();
  }
  engine.memory.nodeSilentAtMs = Number.NEGATIVE_INFINITY;
});
afterAll(() => rig?.stop());

function faultsOf(index: 0 | 1): ScriptedFaults {
  return rig.nodes[index]?.faults ?? expect.fail("two nodes");
}

/** A look at what is on its way is taken at every second step at the earliest. */
async function steps(): Promise<void> {
  for (let count = 0; count < 4; count += 1) await rig.step(engine);
}

/** Signed and handed to the nodes, and in no block yet. */
async function signed() {
  const order = { networkCode: rig.network, currencyCode: rig.coin, amount: "1", toAddress: rig.externalAddress() };
  const send = await createSend(order);
  await rig.step(engine);
  const { outgoing } = await sendRow(send.id);
  const id = outgoing?.versions[0]?.transactionId ?? expect.fail("it is not signed");
  return { send, id, outgoingId: outgoing?.id ?? "" };
}

const statusOf = async ({ send }: Awaited<ReturnType<typeof signed>>) => (await sendRow(send.id)).status;

function letPass(durationMs: number): void {
  const { doubts } = engine.memory;
  for (const [key, doubt] of doubts) doubts.set(key, { ...doubt, sinceMs: doubt.sinceMs - durationMs });
  engine.memory.nodeSilentAtMs -= durationMs;
}

test.each([
  ["never heard of it", (id: string) => faultsOf(1).hiddenIds.add(id)],
  ["has it as failed", (id: string) => faultsOf(1).toldOutcomes.set(id, { fails: true })],
])("a payout is not settled while the other node %s: sends stop, and go on when it says the same", async (_, lie) => {
  const one = await signed();
  rig.chain.mine(1);
  lie(one.id);
  await steps();
  expect(await statusOf(one)).toBe("sending");
  expect(await listSendStops()).toEqual([]);
  letPass(ELEVEN_MINUTES_MS);
  await steps();
  expect(await statusOf(one)).toBe("sending");
  expect((await listSendStops()).map(({ kind }) => kind)).toEqual(["outcome"]);
  expect(await alarmsAbout(one.outgoingId)).toEqual(["send-outcome-changed"]);
  faultsOf(1).hiddenIds.clear();
  faultsOf(1).toldOutcomes.clear();
  await steps();
  expect(await statusOf(one)).toBe("confirmed");
  expect(await alarmsAbout(one.outgoingId)).toEqual([]);
  await resumeSends({ scope: rig.network, actorId: null });
  expect(await listDiscrepancies(rig)).toEqual([]);
});

test("a payout that the first node invents as failed gives nothing back", async () => {
  const one = await signed();
  rig.chain.mine(1);
  faultsOf(0).toldOutcomes.set(one.id, { fails: true });
  await steps();
  expect(await statusOf(one)).toBe("sending");
  faultsOf(0).toldOutcomes.clear();
  await steps();
  expect(await statusOf(one)).toBe("confirmed");
  expect(await listDiscrepancies(rig)).toEqual([]);
});

test("a payout waits ten minutes for a node that is silent, and is settled then", async () => {
  const one = await signed();
  rig.chain.mine(1);
  faultsOf(1).error = new Error("silent");
  await steps();
  expect(await statusOf(one)).toBe("sending");
  letPass(ELEVEN_MINUTES_MS);
  await steps();
  expect(await statusOf(one)).toBe("confirmed");
  expect(await listDiscrepancies(rig)).toEqual([]);
});

const silence = () => {
  faultsOf(1).error = new Error("silent");
};
/** It comes back, and says the same as the first one. */
async function agree(one: Awaited<ReturnType<typeof signed>>): Promise<void> {
  faultsOf(1).error = null;
  faultsOf(1).toldOutcomes.clear();
  engine.memory.nodeSilentAtMs = Number.NEGATIVE_INFINITY;
  await steps();
  expect(await statusOf(one)).toBe("confirmed");
  expect(await alarmsAbout(one.outgoingId)).toEqual([]);
  await resumeSends({ scope: rig.network, actorId: null });
  expect(await listDiscrepancies(rig)).toEqual([]);
}

test("one that a node has contradicted is not settled when that node is silenced at the end of the ten minutes", async () => {
  const one = await signed();
  rig.chain.mine(1);
  silence();
  await steps();
  letPass(ELEVEN_MINUTES_MS - 90_000);
  faultsOf(1).error = null;
  faultsOf(1).toldOutcomes.set(one.id, { fails: true });
  await steps();
  silence();
  letPass(60_000);
  await steps();
  letPass(ELEVEN_MINUTES_MS);
  await steps();
  expect(await statusOf(one)).toBe("sending");
  // Nobody says otherwise any more, and the operator hears of it all the same.
  expect((await listSendStops()).map(({ kind }) => kind)).toEqual(["outcome"]);
  expect(await alarmsAbout(one.outgoingId)).toEqual(["send-outcome-changed"]);
  await agree(one);
});

test("one whose contradiction has stopped sends waits for two words in every other worker too", async () => {
  const one = await signed();
  rig.chain.mine(1);
  faultsOf(1).toldOutcomes.set(one.id, { fails: true });
  await steps();
  letPass(ELEVEN_MINUTES_MS);
  await steps();
  expect(await alarmsAbout(one.outgoingId)).toEqual(["send-outcome-changed"]);
  // Started anew: it has heard nothing itself.
  engine.memory.doubts.clear();
  silence();
  await steps();
  letPass(ELEVEN_MINUTES_MS);
  await steps();
  expect(await statusOf(one)).toBe("sending");
  expect(await alarmsAbout(one.outgoingId)).toEqual(["send-outcome-changed"]);
  await agree(one);
});

test("one that a node contradicted just before this process was started anew waits for two words too", async () => {
  const one = await signed();
  rig.chain.mine(1);
  faultsOf(1).toldOutcomes.set(one.id, { fails: true });
  await steps();
  expect(await listSendStops()).toEqual([]);
  engine.memory.doubts.clear();
  silence();
  await steps();
  letPass(ELEVEN_MINUTES_MS);
  await steps();
  expect(await statusOf(one)).toBe("sending");
  expect(await listSendStops()).toEqual([]);
  // Two minutes later nobody has come back to it, and the operator hears.
  const conflictSince = new Date(Date.now() - ELEVEN_MINUTES_MS);
  await database().outgoingTransaction.update({ where: { id: one.outgoingId }, data: { conflictSince } });
  await steps();
  expect(await alarmsAbout(one.outgoingId)).toEqual(["send-outcome-changed"]);
  await agree(one);
});

test.each([10n ** 15n, -1n])(
  "a node that says that a payout cost %s units is not believed, and nothing is booked by it",
  async (feeUnits) => {
    const one = await signed();
    rig.chain.mine(1);
    faultsOf(0).toldOutcomes.set(one.id, { feeUnits });
    await steps();
    expect(await statusOf(one)).toBe("sending");
    expect(await alarmsAbout(one.outgoingId)).toEqual(["send-stuck"]);
    faultsOf(0).toldOutcomes.clear();
    await steps();
    expect(await statusOf(one)).toBe("confirmed");
    // A reorganisation puts it into another block, where the lie is told again.
    const { outgoing } = await sendRow(one.send.id);
    rig.chain.reorganise(1, [one.id]);
    rig.chain.mine(1);
    faultsOf(0).toldOutcomes.set(one.id, { feeUnits });
    await steps();
    const after = (await sendRow(one.send.id)).outgoing;
    expect(after?.blockHash).not.toBe(outgoing?.blockHash);
    expect(after?.feePaid?.toFixed()).toBe(outgoing?.feePaid?.toFixed());
    expect(await listDiscrepancies(rig)).toEqual([]);
  },
);

test.each([
  ["is behind its expiry", () => Object.assign(faultsOf(1), { lagBlocks: 4 })],
  ["is silent", () => Object.assign(faultsOf(1), { error: new Error("silent") })],
])("one that expired is not signed anew on the word of one node while the other %s", async (_, block) => {
  for (const { faults } of rig.nodes) faults.onSubmit = "lose";
  const one = await signed();
  rig.chain.mine(LIFE);
  block();
  await steps();
  const versions = async () =>
    (await sendRow(one.send.id)).outgoing?.versions.map(({ transactionId }) => transactionId);
  expect(await versions()).toEqual([one.id]);
  for (const { faults } of rig.nodes) Object.assign(faults, { error: null, lagBlocks: 0, onSubmit: "take" });
  await steps();
  expect(await versions()).not.toEqual([one.id]);
  rig.chain.mine(1);
  await steps();
  expect(await statusOf(one)).toBe("confirmed");
  expect(await listDiscrepancies(rig)).toEqual([]);
});

test("one in a block is not signed anew although its first node hides it and says that it has expired", async () => {
  const one = await signed();
  rig.chain.mine(LIFE);
  faultsOf(0).hiddenIds.add(one.id);
  await steps();
  expect((await sendRow(one.send.id)).outgoing?.versions.map(({ transactionId }) => transactionId)).toEqual([one.id]);
  faultsOf(0).hiddenIds.clear();
  await steps();
  expect(await statusOf(one)).toBe("confirmed");
});
