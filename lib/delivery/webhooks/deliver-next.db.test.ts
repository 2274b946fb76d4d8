import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type DeliverOptions, deliverNext, requeueStrandedDeliveriesJob } from "@/lib/delivery/webhooks/deliver-next";
import type { DeliveryObject } from "@/lib/delivery/webhooks/delivery-object";
import { createHostBulkhead } from "@/lib/delivery/webhooks/host-bulkhead";
import { queueWebhook } from "@/lib/delivery/webhooks/queue-webhook";
import { claimOldest } from "@/lib/delivery/webhooks/repo";
import { appendSign, type SigningKey, standardWebhookHeaders } from "@/lib/delivery/webhooks/sign-payload";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { closeDatabase, database, type Tx, withTransaction } from "@/lib/kernel/db";

const KEY = "payment key";
const currentKey: SigningKey = { secret: KEY, createdAt: new Date(0), endsAt: null };
const receivers: Receiver[] = [];

afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(closeDatabase);

async function receiver(...[answer]: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(answer);
  receivers.push(started);
  return started;
}

const newObject = (): DeliveryObject => ({ objectKind: "invoice", objectId: randomUUID() });

async function queue(object: DeliveryObject, url: string, status: string): Promise<string> {
  const payload = {
    type: "payment",
    uuid: object.objectId,
    status,
    additional_data: "a/ж",
    from: null,
    is_final: true,
  };
  const webhook = { ...object, merchantId: randomUUID(), status, url, payload };
  return (await withTransaction((tx) => queueWebhook(tx, webhook))).deliveryId;
}

/** Delivers without workers: records what would be enqueued. */
function deliverer(overrides: Partial<DeliverOptions> = {}) {
  const planned: Date[] = [];
  const options: DeliverOptions = {
    findSigningKeys: async () => [currentKey],
    enqueueAgain: async (_tx: Tx, _object: DeliveryObject, runAt: Date) => void planned.push(runAt),
    signal: new AbortController().signal,
    bulkhead: createHostBulkhead(),
    ...overrides,
  };
  return { planned, deliver: (object: DeliveryObject) => deliverNext(object, options) };
}

const stored = (id: string) =>
  database().webhookDelivery.findUniqueOrThrow({
    where: { id },
    include: { attempts: { orderBy: { number: "asc" } } },
  });
const makeDue = (id: string) =>
  database().$executeRaw`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = ${id}::uuid`;
const jobsOf = (object: DeliveryObject) =>
  database().$queryRaw<{ run_at: Date }[]>`
    SELECT run_at FROM graphile_worker.jobs WHERE key = ${`webhook:${object.objectKind}:${object.objectId}`}`;

describe("a delivery", () => {
  test("arrives signed both ways, with exactly the stored bytes and sign at the end", async () => {
    const target = await receiver((response) => void response.writeHead(200).end("*ok*"));
    const object = newObject();
    const id = await queue(object, target.url, "paid");
    const { deliver, planned } = deliverer();
    const begunSeconds = Math.floor(Date.now() / 1000);
    await deliver(object);
    const [request] = target.received;
    const { payload, state, deliveredAt, attempts } = await stored(id);
    expect(payload).toBe(
      `{"type":"payment","uuid":"${object.objectId}","status":"paid","additional_data":"a\\/ж","from":null,"is_final":true}`,
    );
    expect(request?.body).toBe(appendSign(payload, KEY));
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(request?.headers["webhook-id"]).toBe(id);
    const sentAt = new Date(Number(request?.headers["webhook-timestamp"]) * 1000);
    expect(sentAt.getTime()).toBeGreaterThanOrEqual(begunSeconds * 1000);
    expect(sentAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(request?.headers).toMatchObject(standardWebhookHeaders({ id, sentAt, body: request?.body ?? "", key: KEY }));
    expect(state).toBe("delivered");
    expect(deliveredAt).not.toBeNull();
    expect(attempts).toMatchObject([{ number: 1, httpStatus: 200, error: null, responseExcerpt: "*ok*" }]);
    expect(planned).toEqual([]);
  });

  test.each([200, 201, 204, 299])("succeeds on a %i", async (status) => {
    const target = await receiver((response) => void response.writeHead(status).end());
    const object = newObject();
    const id = await queue(object, target.url, "paid");
    await deliverer().deliver(object);
    expect((await stored(id)).state).toBe("delivered");
  });

  test.each([301, 302, 400, 401, 410, 500, 503])(
    "does not succeed on a %i: the same bytes are retried on schedule",
    async (status) => {
      const target = await receiver(
        (response) => void response.writeHead(status, { location: "http://169.254.169.254/" }).end("no\u0000"),
      );
      const object = newObject();
      const id = await queue(object, target.url, "paid");
      const { deliver, planned } = deliverer();
      const begun = Date.now();
      await deliver(object);
      const ended = Date.now();
      const first = await stored(id);
      expect(first).toMatchObject({ state: "pending", attemptCount: 1, claimedUntil: null });
      expect(first.attempts).toMatchObject([{ httpStatus: status, error: null, responseExcerpt: "no\ufffd" }]);
      expect(first.nextAttemptAt.getTime()).toBeGreaterThanOrEqual(begun + 5_000);
      expect(first.nextAttemptAt.getTime()).toBeLessThanOrEqual(ended + 6_000);
      expect(planned).toEqual([first.nextAttemptAt]);
      await makeDue(id);
      await deliver(object);
      expect(target.received.map(({ body }) => body)).toEqual(Array(2).fill(target.received[0]?.body));
      expect((await stored(id)).attempts.map(({ number }) => number)).toEqual([1, 2]);
    },
  );

  test("that is not due is not sent", async () => {
    const target = await receiver((response) => void response.writeHead(500).end());
    const object = newObject();
    await queue(object, target.url, "paid");
    const { deliver, planned } = deliverer();
    await deliver(object);
    await deliver(object);
    expect(target.received.length).toBe(1);
    expect(planned.length).toBe(2);
    expect(planned[0]).toEqual(planned[1]);
  });

  test("waits longer when the receiver asks for it, up to twice the schedule", async () => {
    const target = await receiver((response) => void response.writeHead(429, { "retry-after": "3600" }).end());
    const object = newObject();
    const id = await queue(object, target.url, "paid");
    await deliverer().deliver(object);
    const { nextAttemptAt, attempts } = await stored(id);
    expect(nextAttemptAt.getTime() - (attempts[0]?.startedAt.getTime() ?? 0)).toBeGreaterThanOrEqual(10_000);
  });

  test("fails permanently after the schedule, and the object's next event is sent", async () => {
    const target = await receiver(
      (response, { body }) => void response.writeHead(body.includes("paid") ? 500 : 200).end(),
    );
    const object = newObject();
    const first = await queue(object, target.url, "paid");
    const second = await queue(object, target.url, "refund_process");
    const { deliver } = deliverer();
    for (let attempt = 1; attempt <= 12; attempt++) {
      await makeDue(first);
      await deliver(object);
    }
    expect(await stored(first)).toMatchObject({ state: "failed", attemptCount: 12 });
    await deliver(object);
    expect((await stored(second)).state).toBe("delivered");
    expect(target.received.length).toBe(13);
  });

  test("to a closed port or with a connection reset stores the reason", async () => {
    const object = newObject();
    const target = await receiver((response) => void response.socket?.resetAndDestroy());
    const id = await queue(object, target.url, "paid");
    const { deliver } = deliverer();
    await deliver(object);
    await target.close();
    receivers.pop();
    await makeDue(id);
    await deliver(object);
    const { attempts } = await stored(id);
    expect(attempts.map(({ httpStatus }) => httpStatus)).toEqual([null, null]);
    expect(attempts.map(({ error }) => error)).toEqual([
      "The connection was closed before the response was complete",
      "The connection was refused or could not be established",
    ]);
  });

  test("without a signing key is not sent and reports that", async () => {
    const target = await receiver((response) => void response.end());
    const object = newObject();
    const id = await queue(object, target.url, "paid");
    await deliverer({ findSigningKeys: async () => [] }).deliver(object);
    expect(target.received).toEqual([]);
    expect((await stored(id)).attempts).toMatchObject([{ error: "There is no payment key to sign with" }]);
  });
});

describe("the order of events", () => {
  test("a failing event holds back the later events of its object, and of no other object", async () => {
    let isDown = true;
    const target = await receiver((response) => void response.writeHead(isDown ? 500 : 200).end());
    const object = newObject();
    const other = newObject();
    const first = await queue(object, target.url, "process");
    await queue(object, target.url, "paid");
    await queue(other, target.url, "paid");
    const { deliver } = deliverer();
    await deliver(object);
    await deliver(object);
    expect(target.received.length).toBe(1);
    isDown = false;
    await deliver(other);
    expect(target.received.length).toBe(2);
    await makeDue(first);
    await deliver(object);
    await deliver(object);
    const statuses = target.received
      .filter(({ body }) => body.includes(object.objectId))
      .map(({ body }) => JSON.parse(body).status);
    expect(statuses).toEqual(["process", "process", "paid"]);
  });

  test("twenty concurrent workers on one object send each event once and in order", async () => {
    const target = await receiver(async (response) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      response.end();
    });
    const object = newObject();
    const statuses = ["check", "process", "paid", "refund_process", "refund_paid"];
    for (const status of statuses) await queue(object, target.url, status);
    const { deliver } = deliverer();
    await expect
      .poll(
        async () => {
          await Promise.all(Array.from({ length: 20 }, () => deliver(object)));
          return target.received.length;
        },
        { timeout: 60_000 },
      )
      .toBe(5);
    expect(target.received.map(({ body }) => JSON.parse(body).status)).toEqual(statuses);
  });
});

describe("after a crash", () => {
  test("between sending and recording, the same bytes are sent again when the claim has expired", async () => {
    const target = await receiver((response) => void response.end());
    const object = newObject();
    const id = await queue(object, target.url, "paid");
    const { deliver, planned } = deliverer();
    expect((await claimOldest(object, 400))?.id).toBe(id);
    await deliver(object);
    expect(target.received).toEqual([]);
    expect(planned.length).toBe(1);
    await expect
      .poll(async () => {
        await deliver(object);
        return target.received.length;
      })
      .toBe(1);
    expect(await stored(id)).toMatchObject({ state: "delivered", attemptCount: 1 });
  });

  test("a worker that resumes with a lost claim changes nothing", async () => {
    const object = newObject();
    const second = deliverer();
    const target = await receiver(async (response, _request, count) => {
      if (count === 1) {
        // While the first worker waits for this response its claim expires and another worker
        // delivers.
        await database()
          .$executeRaw`UPDATE webhook_deliveries SET claimed_until = now() - interval '1 s' WHERE object_id = ${object.objectId}::uuid`;
        await second.deliver(object);
        response.writeHead(500);
      }
      response.end();
    });
    const id = await queue(object, target.url, "paid");
    await deliverer().deliver(object);
    expect(target.received.length).toBe(2);
    expect(await stored(id)).toMatchObject({ state: "delivered", attemptCount: 1, attempts: [{ httpStatus: 200 }] });
  });

  test("a stopping worker returns the event without counting an attempt", async () => {
    const target = await receiver(() => undefined);
    const object = newObject();
    const id = await queue(object, target.url, "paid");
    const { deliver, planned } = deliverer({ signal: AbortSignal.abort() });
    await deliver(object);
    expect(await stored(id)).toMatchObject({ state: "pending", attemptCount: 0, claimedUntil: null, attempts: [] });
    expect(planned.length).toBe(1);
  });

  test("events whose job is lost get a new one, at their old position in the queue", async () => {
    const object = newObject();
    const id = await queue(object, "http://127.0.0.1:1/", "paid");
    await database().$executeRaw`SELECT graphile_worker.remove_job(${`webhook:invoice:${object.objectId}`})`;
    const requeue = () => requeueStrandedDeliveriesJob.run({}, { signal: new AbortController().signal });
    await requeue();
    expect(await jobsOf(object)).toEqual([]);
    await database()
      .$executeRaw`UPDATE webhook_deliveries SET next_attempt_at = now() - interval '2 minutes' WHERE id = ${id}::uuid`;
    await requeue();
    await requeue();
    const jobs = await jobsOf(object);
    expect(jobs.length).toBe(1);
    expect(jobs[0]?.run_at).toEqual((await stored(id)).nextAttemptAt);
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
    expect(await jobsOf(object)).toEqual([]);
  });

  test("adds one job for any number of events of one object", async () => {
    const object = newObject();
    await queue(object, "http://127.0.0.1:1/", "process");
    await queue(object, "http://127.0.0.1:1/", "paid");
    expect((await jobsOf(object)).length).toBe(1);
  });
});

describe("after a key rotation", () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);

  test("an earlier event keeps its bytes until the old key ends, and only then gets a new sign", async () => {
    let isDown = true;
    const target = await receiver((response) => void response.writeHead(isDown ? 500 : 200).end());
    const object = newObject();
    const id = await queue(object, target.url, "paid");
    let keys: SigningKey[] = [{ secret: "old", createdAt: minutes(-60), endsAt: null }];
    const { deliver } = deliverer({ findSigningKeys: async () => keys });
    await deliver(object);
    const next = { secret: "new", createdAt: minutes(1), endsAt: null };
    keys = [next, { secret: "old", createdAt: minutes(-60), endsAt: minutes(60) }];
    await makeDue(id);
    await deliver(object);
    keys = [next];
    isDown = false;
    await makeDue(id);
    await deliver(object);
    const { payload } = await stored(id);
    expect(target.received.map(({ body }) => body)).toEqual(
      ["old", "old", "new"].map((key) => appendSign(payload, key)),
    );
  });
});
