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
 * Payouts on a real network with two nodes of different hosts, of which one reports wrong data,
 * lags or does not respond.
 */

/** Longer than a scripted transaction is valid. */
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
  // The scripted chain's clock stands still, and a lagging node would prevent signing.
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

/** Transactions in flight are looked up at every second step at the earliest. */
async function steps(): Promise<void> {
  for (let count = 0; count < 4; count += 1) await rig.step(engine);
}

/** Creates a send that is signed and broadcast, and not yet in a block. */
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
  ["does not know it", (id: string) => faultsOf(1).hiddenIds.add(id)],
  ["reports it as failed", (id: string) => faultsOf(1).toldOutcomes.set(id, { fails: true })],
])("a payout is not settled while the other node %s: sends stop, and resume when it agrees", async (_, lie) => {
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

test("a payout that only the first node reports as failed returns nothing", async () => {
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

test("a payout waits ten minutes for an unresponsive node, and is then settled", async () => {
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
/** Makes the node respond again and agree with the first. */
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

test("one that a node has contradicted is not settled when that node stops responding before the ten minutes end", async () => {
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
  // Nobody contradicts any longer, but the operator is still alerted.
  expect((await listSendStops()).map(({ kind }) => kind)).toEqual(["outcome"]);
  expect(await alarmsAbout(one.outgoingId)).toEqual(["send-outcome-changed"]);
  await agree(one);
});

test("one whose contradiction has stopped sends needs two attestations in every other worker too", async () => {
  const one = await signed();
  rig.chain.mine(1);
  faultsOf(1).toldOutcomes.set(one.id, { fails: true });
  await steps();
  letPass(ELEVEN_MINUTES_MS);
  await steps();
  expect(await alarmsAbout(one.outgoingId)).toEqual(["send-outcome-changed"]);
  // As after a restart: this process has seen nothing itself.
  engine.memory.doubts.clear();
  silence();
  await steps();
  letPass(ELEVEN_MINUTES_MS);
  await steps();
  expect(await statusOf(one)).toBe("sending");
  expect(await alarmsAbout(one.outgoingId)).toEqual(["send-outcome-changed"]);
  await agree(one);
});

test("one that a node contradicted just before this process restarted needs two attestations too", async () => {
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
  // Two minutes later the contradiction has not been withdrawn, and the operator is alerted.
  const conflictSince = new Date(Date.now() - ELEVEN_MINUTES_MS);
  await database().outgoingTransaction.update({ where: { id: one.outgoingId }, data: { conflictSince } });
  await steps();
  expect(await alarmsAbout(one.outgoingId)).toEqual(["send-outcome-changed"]);
  await agree(one);
});

test.each([10n ** 15n, -1n])(
  "a node that reports a cost of %s units for a payout is ignored, and nothing is booked",
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
    // A reorganisation moves it to another block, where the same wrong cost is reported.
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
  ["has not reached its expiry", () => Object.assign(faultsOf(1), { lagBlocks: 4 })],
  ["does not respond", () => Object.assign(faultsOf(1), { error: new Error("silent") })],
])("an expired transaction is not signed again on one node's attestation while the other %s", async (_, block) => {
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

test("an included transaction is not signed again although its first node hides it and reports its expiry", async () => {
  const one = await signed();
  rig.chain.mine(LIFE);
  faultsOf(0).hiddenIds.add(one.id);
  await steps();
  expect((await sendRow(one.send.id)).outgoing?.versions.map(({ transactionId }) => transactionId)).toEqual([one.id]);
  faultsOf(0).hiddenIds.clear();
  await steps();
  expect(await statusOf(one)).toBe("confirmed");
});
