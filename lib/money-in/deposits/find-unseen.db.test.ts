import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { closeDatabase, database } from "@/lib/kernel/db";
import { retrySearches } from "@/lib/money-in/deposits/balance-checks-repo";
import { readCursor } from "@/lib/money-in/deposits/chain-repo";
import { findUnseenDeposits, isSearchDue, readNetworkCheckStates } from "@/lib/money-in/deposits/find-unseen";
import { followReorganisation } from "@/lib/money-in/deposits/follow-reorganisation";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { newInvoice, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";

/** The queue of balance checks, on a simulated chain. */

const network = { code: "bsc", family: "evm", isSandbox: false, lagLimitSeconds: 600, needsSecondNode: false } as const;
const signal = () => AbortSignal.timeout(60_000);
const MINUTE = 60;
const BNB = 10n ** 18n;

let merchantId: string;
let height = 5_000;
/** The balances of addresses on the chain, and the order in which they were queried. */
let held: Map<string, bigint>;
let asked: string[];
let isSilent: boolean;

beforeAll(async () => {
  await openGateway();
  merchantId = await newMerchant();
});
beforeEach(async () => {
  [held, asked, isSilent] = [new Map(), [], false];
  await database().balanceCheck.deleteMany();
  await nextBlock();
});
afterAll(closeDatabase);

const hashOf = (at: number, branch = "") => `0x${at}${branch}`;

/** Reads another block and makes every postponed check due. */
async function nextBlock(): Promise<void> {
  height += 1;
  const [at, hash] = [BigInt(height), hashOf(height)];
  await database().chainBlock.create({
    data: { networkCode: "bsc", height: at, hash, parentHash: hashOf(height - 1), time: new Date() },
  });
  await database().chainCursor.update({ where: { networkCode: "bsc" }, data: { height: at, hash, stoppedAt: null } });
  await database().balanceCheck.updateMany({ data: { dueAt: new Date(Date.now() - 1_000) } });
}

const driver = {
  network: "bsc",
  family: "evm",
  blockAt: async (at) => ({ height: at, hash: hashOf(at), parentHash: hashOf(at - 1), time: new Date() }),
  balanceOf: async (address) => held.get(address) ?? 0n,
  balancesOf: async (addresses) => {
    asked.push(...addresses);
    if (isSilent) throw new ChainUnavailableError("no node answered");
    return addresses.map((address) => held.get(address) ?? 0n);
  },
  // No internal transfer explains a surplus here.
  internalTransfers: async () => [],
} as Partial<ChainDriver> as ChainDriver;

const check = () => findUnseenDeposits(driver, network, MINUTE, signal());
const isDue = async () => isSearchDue(driver, await readNetworkCheckStates());
const invoiceInBnb = () => newInvoice(merchantId, { to_currency: "BNB" });
const addressOf = ({ currentQuote }: Invoice) => currentQuote?.address ?? expect.fail();
const rowOf = ({ currentQuote }: Invoice) =>
  database().balanceCheck.findFirstOrThrow({ where: { addressId: currentQuote?.addressId ?? expect.fail() } });
const close = ({ id }: Invoice) => database().invoice.update({ where: { id }, data: { status: "cancel" } });

test("queries nothing while no address is assigned for the coin, and no address twice in one block", async () => {
  await newInvoice(merchantId);
  expect(await isDue()).toBe(false);
  const invoice = await invoiceInBnb();
  expect(await isDue()).toBe(true);
  await check();
  await database().balanceCheck.updateMany({ data: { dueAt: new Date(0) } });
  expect(await isDue()).toBe(false);
  await check();
  expect(asked).toEqual([addressOf(invoice)]);
});

test("checks open invoices first and every minute, and ended ones at growing intervals forever", async () => {
  const [ended, open] = [await invoiceInBnb(), await invoiceInBnb()];
  await close(ended);
  const pauses: (readonly number[])[] = [];
  for (let round = 0; round < 12; round += 1) {
    await nextBlock();
    await check();
    pauses.push([(await rowOf(open)).intervalSeconds, (await rowOf(ended)).intervalSeconds / MINUTE]);
  }
  expect(asked.slice(-2)).toEqual([addressOf(open), addressOf(ended)]);
  expect(pauses.map(([expected]) => expected)).toEqual(Array(12).fill(MINUTE));
  expect(pauses.map(([, rest]) => rest)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440]);
});

test("keeps an address queued and unchecked while no node answers, whichever worker is next", async () => {
  const invoice = await invoiceInBnb();
  isSilent = true;
  await expect(check()).rejects.toThrow(ChainUnavailableError);
  expect(await rowOf(invoice)).toMatchObject({ checkedUntil: null, failedAt: expect.any(Date) });
  isSilent = false;
  await nextBlock();
  await check();
  const { checkedUntil, checkedHeight } = await rowOf(invoice);
  expect([checkedHeight, checkedUntil]).toEqual([BigInt(height), expect.any(Date)]);
});

test("does not mark a surplus as checked, raises an alarm at the second check, then searches at growing intervals", async () => {
  const invoice = await invoiceInBnb();
  await pay(invoice, { amount: "1", currency: "BNB", height });
  held.set(addressOf(invoice), 3n * BNB);
  const alarms = () =>
    database().alarm.findMany({
      where: { kind: "unexplained-balance", clearedAt: null },
      select: { subject: true },
    });
  const rows: unknown[] = [];
  for (let round = 0; round < 4; round += 1) {
    await nextBlock();
    await check();
    const { searches, intervalSeconds, checkedUntil } = await rowOf(invoice);
    rows.push([searches, intervalSeconds / MINUTE, checkedUntil, (await alarms()).length]);
  }
  expect(rows).toEqual([
    [1, 1, null, 0],
    [2, 5, null, 1],
    [3, 10, null, 1],
    [4, 20, null, 1],
  ]);
  expect(await alarms()).toEqual([{ subject: `bsc:${addressOf(invoice)}:${2n * BNB}` }]);
  // A new worker starts, which may have other nodes.
  expect((await rowOf(invoice)).dueAt.getTime()).toBeGreaterThan(Date.now());
  await retrySearches();
  expect((await rowOf(invoice)).dueAt.getTime()).toBeLessThanOrEqual(Date.now());
  held.set(addressOf(invoice), BNB);
  await nextBlock();
  await check();
  expect(await alarms()).toEqual([]);
  expect((await rowOf(invoice)).checkedUntil).not.toBeNull();
});

test("resets checks made in reverted blocks after a reorganisation", async () => {
  const [early, late] = [await invoiceInBnb(), await invoiceInBnb()];
  await database().balanceCheck.updateMany({
    where: { addressId: late.currentQuote?.addressId ?? 0n },
    data: { dueAt: new Date(Date.now() + 60_000) },
  });
  await check();
  await nextBlock();
  await database().balanceCheck.updateMany({
    where: { addressId: early.currentQuote?.addressId ?? 0n },
    data: { dueAt: new Date(Date.now() + 60_000) },
  });
  await check();
  const cursor = (await readCursor("bsc")) ?? expect.fail();
  const other = {
    ...driver,
    blockAt: async (at: number) => ({
      height: at,
      hash: hashOf(at, at === height ? "b" : ""),
      parentHash: hashOf(at - 1),
      time: new Date(),
    }),
  };
  expect(await followReorganisation(other, network, cursor, signal())).toBe("more");
  height -= 1;
  expect((await rowOf(early)).checkedUntil).not.toBeNull();
  expect(await rowOf(late)).toMatchObject({ checkedUntil: null, checkedHash: null });
});
