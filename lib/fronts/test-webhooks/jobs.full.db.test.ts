import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHostBulkhead, hostOf, processBulkhead } from "@/lib/delivery/webhooks/host-bulkhead";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { queueTestWebhook, sendTestWebhook, sendTestWebhookJob } from "@/lib/fronts/test-webhooks/jobs";
import type { TestWebhook } from "@/lib/fronts/test-webhooks/schema";
import { closeDatabase, database } from "@/lib/kernel/db";

let receiver: Receiver;
let merchantId: string;
beforeAll(async () => {
  ({ merchantId } = await newCaller());
});
beforeEach(async () => {
  await receiver?.close();
  receiver = await startReceiver((response) => void response.writeHead(418).end("short and stout"));
  await database().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
});
afterAll(async () => {
  await receiver.close();
  await closeDatabase();
});

const signal = () => new AbortController().signal;
const newTest = (changes: Partial<TestWebhook> = {}): TestWebhook => ({
  id: randomUUID(),
  merchantId,
  url: receiver.url,
  payload: '{"type":"payment"}',
  keyKind: "payment",
  createdAt: new Date(),
  ...changes,
});
const asPayload = (sent: TestWebhook) => ({ ...sent, createdAt: sent.createdAt.toISOString() });
const queued = () => database().$queryRaw<{ run_at: Date; payload: unknown }[]>`
  SELECT run_at, payload FROM graphile_worker._private_jobs`;

/** Occupies every slot that the receiver's host may use. */
function occupyHost(): () => void {
  const passes = Array.from({ length: 100 }, () => processBulkhead().enter(hostOf(receiver.url)));
  return () => {
    for (const pass of passes) if (pass.kind === "entered") pass.leave("quick");
  };
}

describe("a test webhook", () => {
  test("stores the receiver's response, whatever it is", async () => {
    const outcome = await sendTestWebhook(newTest(), { signal: signal() });
    expect(outcome).toMatchObject({
      kind: "sent",
      sent: { isDelivered: false, attempt: { httpStatus: 418, responseExcerpt: "short and stout", error: null } },
    });
  });

  test("stores the reason if it could not be sent", async () => {
    const noKey = await sendTestWebhook(newTest({ keyKind: "payout" }), { signal: signal() });
    expect(noKey).toMatchObject({ sent: { attempt: { error: "There is no payout key to sign with" } } });
    const badPort = await sendTestWebhook(newTest({ url: "http://127.0.0.1:22/" }), { signal: signal() });
    expect(badPort).toMatchObject({ kind: "sent", sent: { attempt: { httpStatus: null, error: expect.any(String) } } });
    expect(receiver.received).toEqual([]);
  });

  test("waits for a slot while its host uses all of them, and is sent when one is free", async () => {
    const sent = newTest();
    const free = occupyHost();
    await sendTestWebhookJob.run(asPayload(sent), { signal: signal() });
    expect(receiver.received).toEqual([]);
    const [again] = await queued();
    expect(again?.payload).toEqual(asPayload(sent));
    free();
    await sendTestWebhookJob.run(asPayload(sent), { signal: signal() });
    expect(receiver.received.length).toBe(1);
  });

  test("waits while its merchant's other tests use four slots on any hosts; another merchant's does not", async () => {
    const { merchantId: other } = await newCaller();
    const silent = await Promise.all([1, 2, 3, 4].map(() => startReceiver(() => undefined)));
    const stop = new AbortController();
    const held = silent.map(({ url }) => sendTestWebhook(newTest({ url }), { signal: stop.signal }));
    await expect.poll(() => silent.map(({ received }) => received.length)).toEqual([1, 1, 1, 1]);
    expect(await sendTestWebhook(newTest(), { signal: signal() })).toMatchObject({ kind: "busy" });
    expect(await sendTestWebhook(newTest({ merchantId: other }), { signal: signal() })).toMatchObject({ kind: "sent" });
    stop.abort();
    await Promise.all([...held, ...silent.map((one) => one.close())]);
    expect(await sendTestWebhook(newTest(), { signal: signal() })).toMatchObject({ kind: "sent" });
  });

  test("is dropped when no slot was free for ten minutes", async () => {
    const free = occupyHost();
    const old = newTest({ createdAt: new Date(Date.now() - 600_000) });
    await sendTestWebhookJob.run(asPayload(old), { signal: signal() });
    free();
    expect([receiver.received, await queued()]).toEqual([[], []]);
  });

  test("is retried by the queue when the worker stopped during the call", async () => {
    await receiver.close();
    receiver = await startReceiver(() => undefined);
    const stop = new AbortController();
    stop.abort();
    await expect(sendTestWebhookJob.run(asPayload(newTest()), { signal: stop.signal })).rejects.toThrow("stopped");
    expect(await sendTestWebhook(newTest(), { signal: stop.signal, bulkhead: createHostBulkhead() })).toEqual({
      kind: "stopped",
    });
  });

  test("is queued once, with lower priority than all real notifications", async () => {
    await queueTestWebhook(newTest());
    const rows = await database().$queryRaw`SELECT priority, max_attempts FROM graphile_worker._private_jobs`;
    expect(rows).toEqual([{ priority: 30, max_attempts: 3 }]);
  });
});
