import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { DeliverOptions } from "@/lib/delivery/webhooks/deliver-claimed";
import { claimDue } from "@/lib/delivery/webhooks/repo";
import { appendSign, type SigningKey, standardWebhookHeaders } from "@/lib/delivery/webhooks/sign-payload";
import { deliverDue, dueAt, newObject, queue } from "@/lib/delivery/webhooks/testing/deliver-due";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { closeDatabase, database } from "@/lib/kernel/db";

const KEY = "payment key";
const currentKey: SigningKey = { secret: KEY, createdAt: new Date(0), endsAt: null };
const receivers: Receiver[] = [];

// What a test leaves undelivered is not due in the next one.
afterEach(async () => {
  await database().$executeRaw`UPDATE webhook_deliveries SET state = 'failed' WHERE state = 'pending'`;
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(closeDatabase);

async function receiver(...[answer]: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(answer);
  receivers.push(started);
  return started;
}

/** Sends what is due, as a worker does. */
const deliver = (options: Partial<DeliverOptions> = {}) =>
  deliverDue({ findSigningKeys: async () => [currentKey], ...options });

const stored = (id: string) =>
  database().webhookDelivery.findUniqueOrThrow({
    where: { id },
    include: { attempts: { orderBy: { number: "asc" } } },
  });
const makeDue = (id: string) =>
  database().$executeRaw`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = ${id}::uuid`;
describe("a delivery", () => {
  test("arrives signed both ways, with exactly the stored bytes and sign at the end", async () => {
    const target = await receiver((response) => void response.writeHead(200).end("*ok*"));
    const object = newObject();
    const id = await queue(object, target.url, "paid");
    const begunSeconds = Math.floor(Date.now() / 1000);
    await deliver();
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
    expect(await dueAt(object)).toBeNull();
  });

  test.each([200, 201, 204, 299])("succeeds on a %i", async (status) => {
    const target = await receiver((response) => void response.writeHead(status).end());
    const object = newObject();
    const id = await queue(object, target.url, "paid");
    await deliver();
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
      const begun = Date.now();
      await deliver();
      const ended = Date.now();
      const first = await stored(id);
      expect(first).toMatchObject({ state: "pending", attemptCount: 1, claimedUntil: null });
      expect(first.attempts).toMatchObject([{ httpStatus: status, error: null, responseExcerpt: "no\ufffd" }]);
      expect(first.nextAttemptAt.getTime()).toBeGreaterThanOrEqual(begun + 5_000);
      expect(first.nextAttemptAt.getTime()).toBeLessThanOrEqual(ended + 6_000);
      expect(await dueAt(object)).toEqual(first.nextAttemptAt);
      await makeDue(id);
      await deliver();
      expect(target.received.map(({ body }) => body)).toEqual(Array(2).fill(target.received[0]?.body));
      expect((await stored(id)).attempts.map(({ number }) => number)).toEqual([1, 2]);
    },
  );

  test("that is not due is not sent", async () => {
    const target = await receiver((response) => void response.writeHead(500).end());
    const object = newObject();
    await queue(object, target.url, "paid");
    await deliver();
    const due = await dueAt(object);
    expect(await deliver()).toBe(0);
    expect(target.received.length).toBe(1);
    expect(await dueAt(object)).toEqual(due);
  });

  test("waits longer when the receiver asks for it, up to twice the schedule", async () => {
    const target = await receiver((response) => void response.writeHead(429, { "retry-after": "3600" }).end());
    const object = newObject();
    const id = await queue(object, target.url, "paid");
    await deliver();
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
    for (let attempt = 1; attempt <= 12; attempt++) {
      await makeDue(first);
      await deliver();
    }
    expect(await stored(first)).toMatchObject({ state: "failed", attemptCount: 12 });
    await deliver();
    expect((await stored(second)).state).toBe("delivered");
    expect(target.received.length).toBe(13);
  });

  test("to a closed port or with a connection reset stores the reason", async () => {
    const object = newObject();
    const target = await receiver((response) => void response.socket?.resetAndDestroy());
    const id = await queue(object, target.url, "paid");
    await deliver();
    await target.close();
    receivers.pop();
    await makeDue(id);
    await deliver();
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
    await deliver({ findSigningKeys: async () => [] });
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
    await deliver();
    await deliver();
    expect(target.received.length).toBe(1);
    isDown = false;
    await queue(other, target.url, "paid");
    await deliver();
    expect(target.received.length).toBe(2);
    await makeDue(first);
    await deliver();
    await deliver();
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
    await expect
      .poll(
        async () => {
          await Promise.all(Array.from({ length: 20 }, () => deliver()));
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
    const [claim] = (await claimDue(1, 400)).claimed;
    expect(claim?.id).toBe(id);
    await deliver();
    expect(target.received).toEqual([]);
    expect(await dueAt(object)).toEqual(claim?.claimedUntil);
    await expect
      .poll(async () => {
        await deliver();
        return target.received.length;
      })
      .toBe(1);
    expect(await stored(id)).toMatchObject({ state: "delivered", attemptCount: 1 });
  });

  test("a worker that resumes with a lost claim changes nothing", async () => {
    const object = newObject();
    const target = await receiver(async (response, _request, count) => {
      if (count === 1) {
        // While the first worker waits for this response its claim expires and another worker
        // delivers.
        await database()
          .$executeRaw`UPDATE webhook_deliveries SET claimed_until = now() - interval '1 s' WHERE object_id = ${object.objectId}::uuid`;
        await deliver();
        response.writeHead(500);
      }
      response.end();
    });
    const id = await queue(object, target.url, "paid");
    await deliver();
    expect(target.received.length).toBe(2);
    expect(await stored(id)).toMatchObject({ state: "delivered", attemptCount: 1, attempts: [{ httpStatus: 200 }] });
  });

  test("a stopping worker returns the event without counting an attempt", async () => {
    const target = await receiver(() => undefined);
    const object = newObject();
    const id = await queue(object, target.url, "paid");
    await deliver({ signal: AbortSignal.abort() });
    const returned = await stored(id);
    expect(returned).toMatchObject({ state: "pending", attemptCount: 0, claimedUntil: null, attempts: [] });
    expect(await dueAt(object)).toEqual(returned.nextAttemptAt);
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
    const deliverNow = () => deliver({ findSigningKeys: async () => keys });
    await deliverNow();
    const next = { secret: "new", createdAt: minutes(1), endsAt: null };
    keys = [next, { secret: "old", createdAt: minutes(-60), endsAt: minutes(60) }];
    await makeDue(id);
    await deliverNow();
    keys = [next];
    isDown = false;
    await makeDue(id);
    await deliverNow();
    const { payload } = await stored(id);
    expect(target.received.map(({ body }) => body)).toEqual(
      ["old", "old", "new"].map((key) => appendSign(payload, key)),
    );
  });
});
