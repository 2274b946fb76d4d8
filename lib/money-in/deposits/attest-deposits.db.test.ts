import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Transfer } from "@/lib/chains/driver";
import { closeDatabase, database } from "@/lib/kernel/db";
import { openAlarms as alarms, forgetDeposits, paidByFirst } from "@/lib/money-in/deposits/testing/attestation-rig";
import { bookDifferences, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

beforeAll(() => openGateway());
beforeEach(forgetDeposits);
afterAll(closeDatabase);

test("a deposit that two nodes show alike is credited once", async () => {
  const paid = await paidByFirst();
  await paid.waitFor(0);
  expect([await paid.status(), await paid.credited()]).toEqual(["process", "0"]);
  await paid.waitFor(0.1);
  expect([await paid.status(), await paid.credited()]).toEqual(["paid", "100"]);
  await paid.waitFor(3);
  expect([await paid.status(), await paid.credited()]).toEqual(["paid", "100"]);
  expect(await alarms()).toEqual([]);
  expect(await bookDifferences()).toEqual([]);
});

test.each([
  { what: "an invented one", lie: (): readonly Transfer[] => [] },
  { what: "one of less", lie: ([real]: readonly Transfer[]) => (real ? [{ ...real, units: 1n }] : []) },
  {
    what: "one elsewhere in its transaction",
    lie: ([real]: readonly Transfer[]) => (real ? [{ ...real, position: "log:1" }] : []),
  },
])("a deposit that the second node does not show, $what, is not credited, and an alarm names it", async ({ lie }) => {
  const paid = await paidByFirst();
  const { second } = paid;
  second.transfers = lie(second.transfers);
  await paid.waitFor(1);
  expect(await alarms()).toEqual([]);
  await paid.waitFor(60);
  expect([await paid.status(), await paid.credited()]).toEqual(["process", "0"]);
  expect(await alarms()).toMatchObject([
    { kind: "deposit-contradicted", message: expect.stringContaining(paid.transactionId) },
  ]);
  expect((await paid.deposit()).bookedInclusion).toBeNull();
});

test("silence after a contradiction does not end it, and one node's word is never enough", async () => {
  const paid = await paidByFirst();
  const { second } = paid;
  const { transfers } = second;
  second.transfers = [];
  await paid.waitFor(1);
  second.isDown = true;
  await paid.waitFor(60);
  expect(await paid.credited()).toBe("0");
  expect(await alarms()).toMatchObject([{ kind: "deposit-contradicted" }]);
  Object.assign(second, { isDown: false, transfers });
  await paid.waitFor(2);
  expect([await paid.status(), await paid.credited()]).toEqual(["paid", "100"]);
  expect(await alarms()).toEqual([]);
});

test.each([
  { what: "behind", fault: { behind: 1 } },
  { what: "silent", fault: { isDown: true } },
])(
  "a deposit waits for a second node that is $what, with an alarm after two minutes, until it shows it",
  async ({ fault }) => {
    const paid = await paidByFirst();
    const { second } = paid;
    Object.assign(second, fault);
    await paid.waitFor(1);
    expect(await alarms()).toEqual([]);
    await paid.waitFor(10);
    expect([await paid.status(), await paid.credited()]).toEqual(["process", "0"]);
    expect(await alarms()).toMatchObject([
      { kind: "deposits-unattested", subject: "bsc", message: expect.stringContaining("node-2.example") },
    ]);
    Object.assign(second, { behind: 0, isDown: false });
    await paid.waitFor(1);
    expect([await paid.status(), await paid.credited()]).toEqual(["paid", "100"]);
    await paid.waitFor(1);
    expect(await alarms()).toEqual([]);
  },
);

test("of three nodes, one that never answers delays nothing, and one that lies changes nothing", async () => {
  for (const fault of [{ isHung: true }, { transfers: [] }]) {
    const paid = await paidByFirst(3);
    Object.assign(paid.second, fault);
    await paid.waitFor(0.1);
    expect([await paid.status(), await paid.credited()]).toEqual(["paid", "100"]);
  }
});

test("a deposit that no node shows any more, once the lying one is removed, is gone after ten minutes", async () => {
  const paid = await paidByFirst();
  const { second } = paid;
  second.transfers = [];
  await paid.waitFor(5);
  paid.removeFirst();
  await paid.waitFor(5);
  expect((await paid.deposit()).status).toBe("seen");
  await paid.waitFor(10);
  expect((await paid.deposit()).status).toBe("vanished");
  expect([await paid.status(), await paid.credited()]).toEqual(["check", "0"]);
  await paid.waitFor(2);
  expect(await alarms()).toEqual([]);
  expect(await bookDifferences()).toEqual([]);
});

test("a deposit that a reorganisation includes again needs a second node again", async () => {
  const paid = await paidByFirst();
  await paid.waitFor(0.1);
  expect(await paid.credited()).toBe("100");
  const { id } = await paid.deposit();
  await database().deposit.update({ where: { id }, data: { status: "vanished", vanishedAt: new Date() } });
  const { blocks, transfers } = await paid.readMore([paid.transfer]);
  Object.assign(paid.first, { blocks, transfers });
  paid.wakeUp();
  await paid.waitFor(1);
  expect(await paid.deposit()).toMatchObject({ status: "seen", inclusion: 2, bookedInclusion: 1 });
  Object.assign(paid.second, { blocks, transfers });
  await paid.waitFor(2);
  expect(await paid.deposit()).toMatchObject({ status: "confirmed", inclusion: 2, unattestedSince: null });
  expect(await paid.credited()).toBe("100");
});

test("what was denied before a reorganisation does not count for the next inclusion", async () => {
  const paid = await paidByFirst();
  for (const node of paid.nodes) node.transfers = [];
  await paid.waitFor(9);
  const { id } = await paid.deposit();
  await database().deposit.update({ where: { id }, data: { status: "vanished", vanishedAt: new Date() } });
  const { blocks, transfers } = await paid.readMore([paid.transfer]);
  for (const node of paid.nodes) Object.assign(node, { blocks });
  await paid.waitFor(5);
  expect(await paid.deposit()).toMatchObject({ status: "seen", inclusion: 2 });
  for (const node of paid.nodes) Object.assign(node, { transfers });
  await paid.waitFor(2);
  expect([await paid.status(), await paid.credited()]).toEqual(["paid", "100"]);
});

test("an alarm about a deposit that a reorganisation removed ends while another one waits, also after a restart", async () => {
  const paid = await paidByFirst();
  paid.second.transfers = [];
  await paid.waitFor(4);
  expect(await alarms()).toMatchObject([{ kind: "deposit-contradicted" }]);
  paid.restartWorker();
  await paid.waitFor(1);
  expect(await alarms()).toMatchObject([{ kind: "deposit-contradicted" }]);
  const { id } = await paid.deposit();
  await database().deposit.update({ where: { id }, data: { status: "vanished", vanishedAt: new Date() } });
  await paid.readMore([await paid.another()], 1);
  paid.wakeUp();
  await paid.waitFor(1);
  expect(await alarms()).toEqual([]);
});

test("a restarted worker does not end the alarm about a silent node", async () => {
  const paid = await paidByFirst();
  paid.second.isDown = true;
  await paid.waitFor(4);
  const [raised = expect.fail("no alarm")] = await database().alarm.findMany({
    where: { kind: "deposits-unattested" },
  });
  paid.restartWorker();
  await paid.waitFor(4);
  expect(await database().alarm.findMany({ where: { kind: "deposits-unattested" } })).toEqual([raised]);
});
