import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { deliverClaimed } from "@/lib/delivery/webhooks/deliver-claimed";
import { WEBHOOKS_CHANNEL } from "@/lib/delivery/webhooks/dispatch-webhooks";
import { createHostBulkhead } from "@/lib/delivery/webhooks/host-bulkhead";
import { queueWebhook } from "@/lib/delivery/webhooks/queue-webhook";
import { type ClaimedDelivery, claimDue } from "@/lib/delivery/webhooks/repo";
import type { SigningKey } from "@/lib/delivery/webhooks/sign-payload";
import { deliverDue, dueAt, newObject, queue } from "@/lib/delivery/webhooks/testing/deliver-due";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { countLockWaits } from "@/lib/testing/lock-waits";

const KEY: SigningKey = { secret: "payment key", createdAt: new Date(0), endsAt: null };
const receivers: Receiver[] = [];

// What a test leaves undelivered is not due in the next one.
afterEach(async () => {
  await database().$executeRaw`UPDATE webhook_deliveries SET state = 'failed' WHERE state = 'pending'`;
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(closeDatabase);

async function receiver(): Promise<Receiver> {
  const started = await startReceiver((response) => void response.end());
  receivers.push(started);
  return started;
}

const findSigningKeys = async () => [KEY];
const deliver = () => deliverDue({ findSigningKeys });
const send = (claim: ClaimedDelivery) =>
  deliverClaimed(claim, { findSigningKeys, signal: new AbortController().signal, bulkhead: createHostBulkhead() });
const stored = (id: string) => database().webhookDelivery.findUniqueOrThrow({ where: { id } });

describe("claims", () => {
  const claimedIds = async (limit: number) => (await claimDue(limit, 30_000)).claimed.map(({ id }) => id);

  test("take first attempts before what was tried or turned away, and what a person resends first", async () => {
    const url = "http://127.0.0.1:1/";
    const [tried, turnedAway, resent, first] = await Promise.all(
      ["tried", "turned away", "resent", "first"].map((status) => queue(newObject(), url, status)),
    );
    await database().$executeRaw`
      UPDATE webhook_deliveries SET attempt_count = 1, delivered_at = CASE WHEN event_status = 'resent' THEN now() END
      WHERE id IN (${tried}::uuid, ${resent}::uuid)`;
    await database().$executeRaw`
      UPDATE webhook_deliveries SET created_at = now() - interval '1 hour', next_attempt_at = now() - interval '1 minute'
      WHERE id IN (${tried}::uuid, ${turnedAway}::uuid)`;
    expect((await claimedIds(2)).toSorted()).toEqual([resent, first].toSorted());
    expect((await claimedIds(5)).toSorted()).toEqual([tried, turnedAway].toSorted());
  });

  test("are not kept from other events by a row of the queue without an event that is due", async () => {
    const wrong = newObject();
    await database().webhookQueue.create({ data: { ...wrong, dueAt: new Date(0), isRetry: false } });
    const id = await queue(newObject(), "http://127.0.0.1:1/", "paid");
    expect(await claimDue(1, 30_000)).toMatchObject({ claimed: [], areMore: true });
    expect(await claimedIds(1)).toEqual([id]);
    expect((await dueAt(wrong))?.getTime()).toBeGreaterThan(Date.now());
    await database().webhookQueue.delete({ where: { objectKind_objectId: wrong } });
  });

  test("are announced to every worker: of a new event, and of the next one of an object", async () => {
    const target = await receiver();
    const listener = new pg.Client({ connectionString: env().DATABASE_URL });
    let heard = 0;
    listener.on("notification", () => {
      heard += 1;
    });
    await listener.connect();
    await listener.query(`LISTEN ${WEBHOOKS_CHANNEL}`);
    const object = newObject();
    await queue(object, target.url, "process");
    await expect.poll(() => heard).toBe(1);
    const { claimed } = await claimDue(1, 30_000);
    await queue(object, target.url, "paid");
    await expect.poll(() => heard).toBe(2);
    for (const claim of claimed) await send(claim);
    await expect.poll(() => heard).toBe(3);
    await listener.end();
  });
});

describe("a settlement that has not ended", () => {
  test("holds up what was sent of its own object, and of no other", async () => {
    const target = await receiver();
    const [held, free] = [newObject(), newObject()];
    const ids = [await queue(held, target.url, "process"), await queue(free, target.url, "paid")];
    const { claimed } = await claimDue(2, 30_000);
    expect(claimed.length).toBe(2);
    const work = await withTransaction(async (tx) => {
      const payload = { type: "payment", is_final: true };
      await queueWebhook(tx, { ...held, merchantId: randomUUID(), status: "paid", url: target.url, payload });
      const sending = claimed.map(send);
      await expect.poll(async () => (await stored(ids[1] ?? "")).state).toBe("delivered");
      await expect.poll(() => countLockWaits()).toBe(1);
      return { sending };
    });
    await Promise.all(work.sending);
    expect(await Promise.all(ids.map(async (id) => (await stored(id)).attemptCount))).toEqual([1, 1]);
  });
});

describe("the caller's transaction", () => {
  test("leaves neither event nor job when rolled back", async () => {
    const object = newObject();
    const webhook = {
      ...object,
      merchantId: randomUUID(),
      status: "paid",
      url: "http://127.0.0.1:1/",
      payload: { type: "payment", is_final: true },
    };
    await withTransaction(async (tx) => {
      await queueWebhook(tx, webhook);
      throw new Error("changed my mind");
    }).catch(() => undefined);
    expect(await database().webhookDelivery.count({ where: { objectId: object.objectId } })).toBe(0);
    expect(await dueAt(object)).toBeNull();
  });

  test("that ends after a worker has found nothing more to send leaves its event queued", async () => {
    const target = await receiver();
    const object = newObject();
    await queue(object, target.url, "process");
    const [claim] = (await claimDue(1, 30_000)).claimed;
    if (claim === undefined) throw new Error("nothing was due");
    const { work } = await withTransaction(async (tx) => {
      const payload = { type: "payment", is_final: true };
      await queueWebhook(tx, { ...object, merchantId: randomUUID(), status: "paid", url: target.url, payload });
      // It can only end after this transaction, whose event it must then find.
      const work = send(claim);
      await expect.poll(() => target.received.length).toBe(1);
      await expect.poll(() => countLockWaits()).toBe(1);
      return { work };
    });
    await work;
    expect(await dueAt(object)).not.toBeNull();
    await deliver();
    expect(target.received.length).toBe(2);
    expect(await dueAt(object)).toBeNull();
  });
});
