import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { listenForSends, type SendWakeUps } from "@/lib/run/worker/listen-for-sends";
import { until } from "@/lib/run/worker/testing/observe";
import { listBusyNetworks } from "@/lib/sending/sends/repo";
import { createSend, newDestination } from "@/lib/sending/sends/testing/test-owner";

/** Longer than any test runs: a wake-up can only come from the test. */
const NEVER_MS = 3_600_000;
const DAY_MS = 86_400_000;

let stopping: AbortController;
let wakeUps: SendWakeUps;

beforeAll(async () => {
  await withTransaction(syncCatalog);
  stopping = new AbortController();
  wakeUps = listenForSends(stopping.signal);
});
afterAll(async () => {
  stopping?.abort();
  await wakeUps?.ended;
  await closeDatabase();
});

const tomorrow = () => new Date(Date.now() + DAY_MS);

it("notifies an idle network and a busy one of a queued send when it commits", async () => {
  await until(async () => expect(await isListening()).toBe(true));
  const waits = [wakeUps.waitIdle("eth", NEVER_MS, stopping.signal), wakeUps.wait("bsc", NEVER_MS, stopping.signal)];
  await createSend({ networkCode: "eth" });
  await createSend({ networkCode: "bsc" });
  expect(await Promise.all(waits)).toEqual([true, true]);
  await finishAll();
});

it("wakes an idle network when a send is due without a notification, and no other one", async () => {
  const { id } = await insertWithoutNotification({ nextTryAt: tomorrow() });
  let isOtherWoken = false;
  const other = new AbortController();
  const otherWait = wakeUps.waitIdle("polygon", NEVER_MS, other.signal).then(() => {
    isOtherWoken = true;
  });
  const wait = wakeUps.waitIdle("eth", NEVER_MS, stopping.signal);
  await database().send.update({ where: { id }, data: { nextTryAt: new Date() } });
  // No notification was sent: the check found it.
  expect(await wait).toBe(false);
  expect(isOtherWoken).toBe(false);
  other.abort();
  await otherWait;
  await finishAll();
});

it("counts as busy a due send, one that waits for funds and a stop that the chain may end, and nothing else", async () => {
  await insertWithoutNotification({ networkCode: "eth" });
  await insertWithoutNotification({ networkCode: "bsc", nextTryAt: tomorrow(), waitReason: "funds" });
  await insertWithoutNotification({ networkCode: "arbitrum", nextTryAt: tomorrow(), waitReason: "fee" });
  await insertWithoutNotification({ networkCode: "avalanche", status: "cancelled", finalAt: new Date() });
  await database().sendStop.create({ data: { scope: "polygon", kind: "nonce:0xabc", reason: "another seed" } });
  await database().sendStop.create({ data: { scope: "tron", kind: "operator", reason: "a person" } });
  expect((await listBusyNetworks()).sort()).toEqual(["bsc", "eth", "polygon"]);
  await finishAll();
  await database().sendStop.deleteMany();
  expect(await listBusyNetworks()).toEqual([]);
});

function insertWithoutNotification(fields: object) {
  const order = { purpose: "withdrawal", purposeId: randomUUID(), networkCode: "eth", currencyCode: "USDT" } as const;
  const to = { toAddress: newDestination(), amount: "10", priority: "recommended" } as const;
  return database().send.create({ data: { ...order, ...to, ...fields } });
}

async function finishAll(): Promise<void> {
  await database().send.updateMany({
    where: { status: "queued" },
    data: { status: "cancelled", finalAt: new Date() },
  });
}

async function isListening(): Promise<boolean> {
  const rows = await database().$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'chaintill sends %' AND query LIKE 'LISTEN%' AND state = 'idle'`;
  return rows.length === 1;
}
