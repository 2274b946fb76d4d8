import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { nextBlocks, transferTo } from "@/lib/money-in/deposits/testing/next-blocks";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  START_HEIGHT,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { clearCatalogCache, loadCatalog } from "@/lib/pricing/catalog/queries";
import { openRawConnection, processUrls, type RunRaw } from "@/lib/testing/process-users";

/**
 * An attacker took over the web process and sets the confirmations to one, in the row that its
 * operator page changes.
 */

let runRaw: RunRaw;
let close: () => Promise<void>;

beforeAll(async () => {
  await openGateway(10);
  ({ runRaw, close } = await openRawConnection((await processUrls()).web));
});
beforeEach(async () => {
  expect(await runRaw(["UPDATE networks SET confirmations = 1"])).toBeNull();
  clearCatalogCache();
});
afterAll(async () => {
  await close();
  await closeDatabase();
});

const leastOf = (code: string) => REVIEWED_NETWORKS.find((network) => network.code === code)?.confirmationsMin ?? 0;
const statusOf = async (id: string) => (await database().deposit.findUniqueOrThrow({ where: { id } })).status;
const askedFor = async (ownerId: string) => {
  const jobs = await database().$queryRaw<{ payload: unknown }[]>`SELECT payload FROM graphile_worker._private_jobs`;
  return jobs.some(({ payload }) => JSON.stringify(payload).includes(ownerId));
};

test("a payment counts from the reviewed minimum depth, and not from one block", async () => {
  const invoice = await newInvoice(await newMerchant());
  const id = await pay(invoice, { amount: "100", height: START_HEIGHT });
  await settleInvoice(invoice.id);
  expect([await statusOf(id), (await invoiceNow(invoice.id)).status]).toEqual(["seen", "process"]);
  const blockHeight = BigInt(START_HEIGHT - leastOf("bsc") + 1);
  await database().deposit.update({ where: { id }, data: { blockHeight: blockHeight + 1n } });
  await settleInvoice(invoice.id);
  expect(await statusOf(id)).toBe("seen");
  await database().deposit.update({ where: { id }, data: { blockHeight } });
  await settleInvoice(invoice.id);
  expect([await statusOf(id), (await invoiceNow(invoice.id)).status]).toEqual(["confirmed", "paid"]);
});

test("the watcher requests a settlement at that depth, and pages and sends count up to it", async () => {
  const invoice = await newInvoice(await newMerchant());
  const { record } = await nextBlocks(1, [await transferTo(invoice, 100n)]);
  await record();
  await database().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  await (await nextBlocks(leastOf("bsc") - 2, [])).record();
  expect(await askedFor(invoice.id)).toBe(false);
  await (await nextBlocks(1, [])).record();
  expect(await askedFor(invoice.id)).toBe(true);
  expect((await loadCatalog()).network("bsc")?.confirmations).toBe(leastOf("bsc"));
});

describe("the database", () => {
  test("knows the minimum depth of every reviewed network", async () => {
    const rows = await database().$queryRaw<{ code: string; least: number }[]>`
      SELECT code, confirmations_min AS least FROM networks`;
    const reviewed = REVIEWED_NETWORKS.map(({ code, confirmationsMin }) => ({ code, least: confirmationsMin }));
    const byCode = (one: { code: string }, other: { code: string }) => one.code.localeCompare(other.code);
    expect(rows.toSorted(byCode)).toEqual(reviewed.toSorted(byCode));
  });

  test("lets the web process confirm no deposit below that depth", async () => {
    const id = await pay(await newInvoice(await newMerchant()), { amount: "100", height: START_HEIGHT });
    const { height } = await database().chainCursor.findUniqueOrThrow({ where: { networkCode: "bsc" } });
    const confirmAt = async (depth: number) => {
      await database().deposit.update({ where: { id }, data: { blockHeight: height - BigInt(depth) + 1n } });
      return runRaw(["UPDATE deposits SET status = 'confirmed' WHERE id = $1", id]);
    };
    for (const depth of [1, leastOf("bsc") - 1]) expect(await confirmAt(depth)).toMatch(/not deep enough/);
    expect(await confirmAt(leastOf("bsc"))).toBeNull();
  });

  test("lets it turn no network into a sandbox, where one block is enough, and lower no minimum depth", async () => {
    expect(await runRaw(["UPDATE networks SET is_sandbox = true"])).toMatch(/permission denied/);
    expect(await runRaw(["UPDATE networks SET confirmations_min = 1"])).toMatch(/permission denied/);
  });
});
