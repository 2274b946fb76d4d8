import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { dispatchWebhooks, WEBHOOKS_CHANNEL } from "@/lib/delivery/webhooks/dispatch-webhooks";
import { createHostBulkhead } from "@/lib/delivery/webhooks/host-bulkhead";
import { queueWebhook } from "@/lib/delivery/webhooks/queue-webhook";
import { appendSign } from "@/lib/delivery/webhooks/sign-payload";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { listen } from "@/lib/kernel/listen";
import { WakeUp } from "@/lib/kernel/wake-up";
import { findSigningKeys, issueApiKey } from "@/lib/people/keys/api-keys";

/** The longest timeout that a timer supports. */
const NEVER_MS = 2 ** 31 - 1;
vi.mock("@/lib/kernel/http/outbound-request", async (load) => {
  const real = await load<typeof import("@/lib/kernel/http/outbound-request")>();
  const outboundRequest: typeof real.outboundRequest = (call) => real.outboundRequest({ ...call, timeoutMs: NEVER_MS });
  return { ...real, outboundRequest };
});
afterAll(() => vi.doUnmock("@/lib/kernel/http/outbound-request"));

const workers: { readonly stopping: AbortController; readonly ended: Promise<unknown> }[] = [];
const receivers: Receiver[] = [];

afterEach(async () => {
  for (const worker of workers) worker.stopping.abort();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  await Promise.all(workers.splice(0).map(({ ended }) => ended));
});
afterAll(closeDatabase);

/** A worker that does nothing but send webhooks. */
function startWorker(places: number): void {
  const wakeUp = new WakeUp();
  const stopping = new AbortController();
  const { signal } = stopping;
  const bulkhead = createHostBulkhead(places);
  const ended = Promise.all([
    listen({ name: WEBHOOKS_CHANNEL, purpose: "webhooks", onNotification: () => wakeUp.wake() }, signal),
    dispatchWebhooks({ findSigningKeys, wakeUp, signal, places, bulkhead }),
  ]);
  workers.push({ stopping, ended });
}

async function receiver(...[answer]: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(answer);
  receivers.push(started);
  return started;
}

async function createMerchant(): Promise<{ id: string; secret: string }> {
  return await withTransaction(async (tx) => {
    const { id } = await tx.merchant.create({ data: { name: "Shop" }, select: { id: true } });
    const { secret } = await issueApiKey(tx, id, "payment");
    return { id, secret };
  });
}

const queueEvents = (merchantId: string, objectId: string, url: string, statuses: readonly string[]) =>
  withTransaction(async (tx) => {
    for (const status of statuses) {
      const payload = { type: "payment", uuid: objectId, is_final: true, status };
      await queueWebhook(tx, { objectKind: "invoice", objectId, merchantId, status, url, payload });
    }
  });

const pendingAt = (url: string) => database().webhookDelivery.count({ where: { url, state: "pending" } });

describe("two workers", () => {
  test("deliver each event of many objects once, in order per object, signed with the merchant's key", async () => {
    const shop = await createMerchant();
    const target = await receiver((response) => void response.end());
    const objects = Array.from({ length: 40 }, () => randomUUID());
    const statuses = ["process", "check", "paid"];
    startWorker(4);
    startWorker(4);
    for (const objectId of objects) await queueEvents(shop.id, objectId, target.url, statuses);
    await expect.poll(() => pendingAt(target.url)).toBe(0);
    for (const objectId of objects) {
      const bodies = target.received.filter(({ body }) => body.includes(objectId)).map(({ body }) => body);
      const expected = statuses.map(
        (status) => `{"type":"payment","uuid":"${objectId}","is_final":true,"status":"${status}"}`,
      );
      expect(bodies).toEqual(expected.map((payload) => appendSign(payload, shop.secret)));
    }
  });

  test("keep serving healthy receivers while one accepts every call and never responds", async () => {
    const shop = await createMerchant();
    const dead = await receiver(() => undefined);
    const healthy = await Promise.all(Array.from({ length: 10 }, () => receiver((response) => void response.end())));
    startWorker(8);
    for (let count = 0; count < 200; count++) await queueEvents(shop.id, randomUUID(), dead.url, ["paid"]);
    await expect.poll(() => dead.received.length).toBeGreaterThan(0);
    // No call times out here: a delivery that waited behind one to the dead receiver would wait for
    // ever.
    for (const target of [...healthy, ...healthy]) {
      const before = target.received.length;
      await queueEvents(shop.id, randomUUID(), target.url, ["paid"]);
      await expect.poll(() => target.received.length, { interval: 5 }).toBe(before + 1);
    }
    expect(dead.received.length).toBeLessThanOrEqual(8);
    expect(await pendingAt(dead.url)).toBe(200);
  });
});
