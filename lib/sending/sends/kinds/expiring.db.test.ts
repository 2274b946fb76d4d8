import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { alarmsAbout } from "@/lib/run/worker/testing/observe";
import type { Engine } from "@/lib/sending/sends/engine";
import { listSendStops, resumeSends } from "@/lib/sending/sends/stop-sends";
import { listDiscrepancies, openScriptedSends, type ScriptedSends } from "@/lib/sending/sends/testing/scripted-sends";
import { createSend, ownSends, sendRow, type TestOwner } from "@/lib/sending/sends/testing/test-owner";

/** Longer than a scripted transaction is valid. */
const LIFE = 7;

let rig: ScriptedSends;
let owner: TestOwner;
let engine: Engine;

beforeAll(async () => {
  rig = await openScriptedSends("expiring");
  owner = ownSends();
  engine = rig.engine();
  rig.pay(rig.hotAddress, "100");
  await rig.step(engine);
});
beforeEach(() => {
  for (const { faults } of rig.nodes) Object.assign(faults, { error: null, lagBlocks: 0, onSubmit: "take" });
  for (const { faults } of rig.nodes) faults.hiddenIds.clear();
});
afterAll(() => rig?.stop());

const order = (amount: string) =>
  createSend({ networkCode: rig.network, currencyCode: rig.coin, amount, toAddress: rig.externalAddress() });

/** Transactions in flight are looked up at every second step at the earliest. */
async function steps(of: Engine = engine): Promise<void> {
  for (let count = 0; count < 4; count += 1) await rig.step(of);
}

async function idOfSend(id: string): Promise<string> {
  const { outgoing } = await sendRow(id);
  return outgoing?.versions[0]?.transactionId ?? expect.fail("it is not signed");
}

test("a send arrives once, is reported once, and its cost is booked", async () => {
  const send = await order("1.5");
  await rig.step(engine);
  expect((await sendRow(send.id)).outgoing).toMatchObject({ status: "signed", nonce: null });
  rig.chain.mine(1);
  await steps();
  expect((await sendRow(send.id)).status).toBe("confirmed");
  expect((await rig.held(send.toAddress)).toFixed()).toBe("1.5");
  expect(owner.recordedFor(send.purposeId).map((line) => line.split(" ")[0])).toEqual(["signed", "confirmed"]);
  expect(await listDiscrepancies(rig)).toEqual([]);
});

test("an expired transaction is signed again, under another id, and arrives once", async () => {
  for (const { faults } of rig.nodes) faults.onSubmit = "lose";
  const send = await order("2");
  await rig.step(engine);
  const first = await idOfSend(send.id);
  rig.chain.mine(LIFE);
  for (const { faults } of rig.nodes) faults.onSubmit = "take";
  await steps();
  const second = await idOfSend(send.id);
  expect(second).not.toBe(first);
  const expired = await database().outgoingTransaction.findMany({
    where: { expiredSends: { some: { sendId: send.id } } },
  });
  expect(expired).toMatchObject([{ status: "expired" }]);
  rig.chain.mine(1);
  await steps();
  expect((await sendRow(send.id)).status).toBe("confirmed");
  expect((await rig.held(send.toAddress)).toFixed()).toBe("2");
  expect(await listDiscrepancies(rig)).toEqual([]);
});

test("while one node knows it, or it is in a block that the queried node hides, nothing is signed again", async () => {
  const send = await order("3");
  await rig.step(engine);
  const id = await idOfSend(send.id);
  rig.chain.mine(LIFE);
  rig.nodes[0]?.faults.hiddenIds.add(id);
  await steps();
  expect(await idOfSend(send.id)).toBe(id);
  rig.nodes[0]?.faults.hiddenIds.clear();
  await steps();
  expect((await sendRow(send.id)).status).toBe("confirmed");
  expect((await rig.held(send.toAddress)).toFixed()).toBe("3");
});

test("on a real network one node's attestation is not sufficient: an alarm is raised, and it waits", async () => {
  await database().network.updateMany({ where: { code: rig.network }, data: { isSandbox: false } });
  const { clearCatalogCache } = await import("@/lib/pricing/catalog/queries");
  clearCatalogCache();
  try {
    for (const { faults } of rig.nodes) faults.onSubmit = "lose";
    const send = await order("1");
    const old = {
      ...engine,
      driver: {
        ...engine.driver,
        head: async () => ({ ...(await engine.driver.head(AbortSignal.timeout(60_000))), time: new Date() }),
      },
    };
    await rig.step(old);
    const id = await idOfSend(send.id);
    rig.chain.mine(LIFE);
    const [, second] = rig.nodes;
    if (second !== undefined) second.faults.error = new Error("silent");
    await steps(old);
    expect(await idOfSend(send.id)).toBe(id);
    const { outgoingId } = await sendRow(send.id);
    expect(await alarmsAbout(outgoingId ?? "")).toEqual(["send-stuck"]);
    // A node that is far behind knows nothing of the period in which it was valid.
    if (second !== undefined) Object.assign(second.faults, { error: null, lagBlocks: LIFE + 8 });
    await steps(old);
    expect(await idOfSend(send.id)).toBe(id);
    if (second !== undefined) second.faults.lagBlocks = 0;
    for (const { faults } of rig.nodes) faults.onSubmit = "take";
    await steps(old);
    expect(await idOfSend(send.id)).not.toBe(id);
    rig.chain.mine(1);
    await steps(old);
  } finally {
    await database().network.updateMany({ where: { code: rig.network }, data: { isSandbox: true } });
    clearCatalogCache();
  }
  expect(await listDiscrepancies(rig)).toEqual([]);
});

test("a transaction considered expired that is in a block after all stops the network", async () => {
  const send = await order("4");
  await rig.step(engine);
  const id = await idOfSend(send.id);
  for (const { faults } of rig.nodes) faults.hiddenIds.add(id);
  rig.chain.mine(LIFE);
  await steps();
  expect(await database().outgoingTransaction.count({ where: { expiredSends: { some: { sendId: send.id } } } })).toBe(
    1,
  );
  for (const { faults } of rig.nodes) faults.hiddenIds.clear();
  await steps();
  expect((await listSendStops()).map(({ kind }) => kind)).toEqual(["outcome"]);
  await resumeSends({ scope: rig.network, actorId: null });
});

test("two concurrent workers sign it once", async () => {
  const send = await order("0.7");
  await Promise.all([engine, rig.engine(), rig.engine()].map((one) => rig.step(one)));
  expect(await database().outgoingTransaction.count({ where: { sends: { some: { id: send.id } } } })).toBe(1);
  rig.chain.mine(1);
  await steps();
  expect((await rig.held(send.toAddress)).toFixed()).toBe("0.7");
});

test("a hot wallet that holds less than the books stops the network before anything is signed", async () => {
  const send = await order("0.1");
  const units = 5_000_000_000n;
  const to = { address: rig.externalAddress(), memo: null };
  const outputs = [{ to, asset: { kind: "native" as const }, units }];
  rig.chain.submit({ id: "lost", from: rig.hotAddress, outputs, feeUnits: 0n, spends: null, fails: false });
  rig.chain.mine(1);
  const fresh = rig.engine();
  await rig.step(fresh);
  expect((await sendRow(send.id)).status).toBe("queued");
  await steps(fresh);
  expect((await sendRow(send.id)).status).toBe("queued");
  expect(await listSendStops()).toMatchObject([
    { kind: "outcome", reason: expect.stringContaining("the books expect") },
  ]);
});
