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
 * Ended payouts on a real network that a reorganisation moved, with two nodes of different hosts,
 * of which one reports wrong data or does not respond.
 */

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

/** Settles a send in one block and moves it to another; both are read. */
async function moved() {
  const one = await signed();
  rig.chain.mine(1);
  await steps();
  const before = await place(one);
  expect(await statusOf(one)).toBe("confirmed");
  rig.chain.reorganise(1, [one.id]);
  return { one, before };
}

const place = async ({ send }: Awaited<ReturnType<typeof signed>>) => (await sendRow(send.id)).outgoing?.blockHash;
const stops = async () => (await listSendStops()).map(({ kind }) => kind);

/** Expects that both nodes agree, and the books follow. */
async function expectMoved({ one, before }: Awaited<ReturnType<typeof moved>>): Promise<void> {
  await steps();
  expect(await place(one)).not.toBe(before);
  expect(await statusOf(one)).toBe("confirmed");
  expect(await alarmsAbout(one.outgoingId)).toEqual([]);
  await resumeSends({ scope: rig.network, actorId: null });
  expect(await listDiscrepancies(rig)).toEqual([]);
}

test("is followed immediately when two nodes agree", async () => {
  const payout = await moved();
  rig.chain.mine(1);
  await expectMoved(payout);
});

test.each([0, 1] as const)(
  "is not followed while node %i hides it: sends stop, and it is followed once both agree",
  async (index) => {
    const payout = await moved();
    rig.chain.mine(1);
    faultsOf(index).hiddenIds.add(payout.one.id);
    await steps();
    expect(await place(payout.one)).toBe(payout.before);
    expect(await stops()).toEqual([]);
    letPass(ELEVEN_MINUTES_MS);
    await steps();
    expect(await place(payout.one)).toBe(payout.before);
    expect(await stops()).toEqual(["outcome"]);
    faultsOf(index).hiddenIds.clear();
    await expectMoved(payout);
  },
);

test.each([0, 1] as const)("node %i alone reporting a failure there does not stop sends immediately", async (index) => {
  const payout = await moved();
  rig.chain.mine(1);
  faultsOf(index).toldOutcomes.set(payout.one.id, { fails: true });
  await steps();
  expect(await place(payout.one)).toBe(payout.before);
  expect(await stops()).toEqual([]);
  letPass(ELEVEN_MINUTES_MS);
  await steps();
  expect(await stops()).toEqual(["outcome"]);
  faultsOf(index).toldOutcomes.clear();
  await expectMoved(payout);
});

test("stops sends immediately when both nodes report that it failed in the other block", async () => {
  const payout = await moved();
  rig.chain.mine(1);
  for (const index of [0, 1] as const) faultsOf(index).toldOutcomes.set(payout.one.id, { fails: true });
  await steps();
  expect(await stops()).toEqual(["outcome"]);
  for (const index of [0, 1] as const) faultsOf(index).toldOutcomes.clear();
  await expectMoved(payout);
});

test("the second attestation is awaited for ten minutes", async () => {
  const payout = await moved();
  rig.chain.mine(1);
  faultsOf(1).error = new Error("silent");
  await steps();
  expect(await place(payout.one)).toBe(payout.before);
  letPass(ELEVEN_MINUTES_MS);
  await expectMoved(payout);
});

test("a failed transaction that is in no block anymore stops sends when two nodes attest it, or one does for ten minutes", async () => {
  const one = await signed();
  rig.chain.mine(1);
  for (const index of [0, 1] as const) faultsOf(index).toldOutcomes.set(one.id, { fails: true });
  await steps();
  expect(await statusOf(one)).toBe("failed");
  rig.chain.reorganise(1, []);
  rig.chain.mine(1);
  faultsOf(1).error = new Error("silent");
  await steps();
  expect(await stops()).toEqual([]);
  letPass(ELEVEN_MINUTES_MS);
  await steps();
  expect(await stops()).toEqual(["outcome"]);
});
