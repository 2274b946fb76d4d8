import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { forgetDeposits, openAlarms, paidByFirst, shownByFirst } from "@/lib/money-in/deposits/testing/attestation-rig";
import { transferTo } from "@/lib/money-in/deposits/testing/next-blocks";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { sentStatements } from "@/lib/testing/sent-statements";

/** What asking other nodes costs them, and that it does not hide that payments wait. */

/** More than a transaction takes. */
const MANY = 2_500;

beforeAll(() => openGateway());
beforeEach(forgetDeposits);
afterAll(closeDatabase);

const newTransfers = async (count: number) => {
  const invoice = await newInvoice(await newMerchant());
  return Promise.all(Array.from({ length: count }, () => transferTo(invoice, 1n)));
};
const countWaiting = () => database().deposit.count({ where: { status: "seen", unattestedSince: { not: null } } });

test("where nothing waits, no statement is sent for half a minute", async () => {
  const shown = await shownByFirst([]);
  await shown.waitFor(0.3);
  expect(await sentStatements(() => shown.waitFor(0.3))).toEqual([]);
});

test("a block with thousands of deposits is read once from each host", async () => {
  const shown = await shownByFirst(await newTransfers(MANY));
  expect(await countWaiting()).toBe(MANY);
  await shown.waitFor(1);
  expect(await countWaiting()).toBe(0);
  expect(shown.nodes.map(({ scans }) => scans)).toEqual([1, 1]);
});

test.each([
  { what: "silent", fault: { isDown: true } },
  { what: "behind", fault: { behind: 1 } },
])("while the second host is $what, the first is not asked for the same blocks again", async ({ fault }) => {
  const paid = await paidByFirst();
  Object.assign(paid.second, fault);
  await paid.waitFor(30);
  expect(paid.first.scans).toBe(0);
});

test("while the second host has a head and no blocks, each is asked once a minute at most", async () => {
  const paid = await paidByFirst();
  paid.second.isBlockless = true;
  await paid.waitFor(10);
  expect(await openAlarms()).toMatchObject([
    { kind: "deposits-unattested", message: expect.stringContaining("node-2.example") },
  ]);
  const before = paid.nodes.map(({ scans }) => scans);
  await paid.waitFor(10);
  for (const [index, { scans }] of paid.nodes.entries()) expect(scans - (before[index] ?? 0)).toBeLessThanOrEqual(10);
  expect(await paid.credited()).toBe("0");
});

test("an alarm says that deposits wait although newer ones come all the time", async () => {
  const shown = await shownByFirst(await newTransfers(1));
  shown.second.isDown = true;
  for (let minute = 0; minute < 4; minute += 1) {
    for (const transfer of await newTransfers(60)) await shown.readMore([transfer], 1);
    Object.assign(shown.first, await shown.readMore([]));
    shown.wakeUp();
    await shown.waitFor(1);
  }
  expect(await openAlarms()).toMatchObject([{ kind: "deposits-unattested" }]);
});

test("of three hosts, one that shows no blocks delays nothing", async () => {
  const paid = await paidByFirst(3);
  paid.second.isBlockless = true;
  await paid.waitFor(0.1);
  expect([await paid.status(), await paid.credited()]).toEqual(["paid", "100"]);
});

test("of three hosts, two are enough although one never answers and one does not show everything", async () => {
  const paid = await paidByFirst(3);
  const [first = expect.fail(), second = expect.fail(), third = expect.fail()] = paid.nodes;
  // Its driver gives up once, as it does after a time.
  second.isDown = true;
  await paid.waitFor(0.1);
  expect(await countWaiting()).toBe(0);
  second.isHung = true;
  const [real, invented] = [await paid.another(), await paid.another()];
  const { blocks, transfers } = await paid.readMore([real, invented]);
  Object.assign(first, { blocks, transfers });
  Object.assign(third, { blocks, transfers: transfers.slice(0, 1) });
  paid.wakeUp();
  await paid.waitFor(1);
  const where = { unattestedSince: { not: null }, status: "seen" } as const;
  const left = await database().deposit.findMany({ where, select: { transactionId: true } });
  expect(left).toEqual([{ transactionId: invented.transactionId }]);
});
