import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import {
  exportDeliveries,
  findDelivery,
  listDeliveries,
  listFailingEndpoints,
  withoutSignatures,
} from "@/lib/delivery/webhooks/queries";
import { describeReceiver, queueWebhook } from "@/lib/delivery/webhooks/queue-webhook";
import { type ClaimedDelivery, claimDue, recordAttempt, releaseClaims } from "@/lib/delivery/webhooks/repo";
import { resendDelivery } from "@/lib/delivery/webhooks/resend";
import {
  deliveryDetailView,
  deliveryListQuery,
  deliveryPageView,
  failingEndpointsView,
} from "@/lib/delivery/webhooks/schema";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";

afterAll(closeDatabase);

async function queue(
  merchantId: string,
  objectId: string,
  status: string,
  of: { readonly objectKind: "wallet"; readonly topUpId: string } | { readonly objectKind: "invoice" } = {
    objectKind: "invoice",
  },
): Promise<string> {
  const payload = { type: "payment", is_final: true, status };
  const webhook = { ...of, objectId, merchantId, status, url: "http://shop.example/", payload };
  return (await withTransaction((tx) => queueWebhook(tx, webhook))).deliveryId;
}

/** Claims the oldest event of this object, and releases what else is due. */
async function claimOf(objectId: string): Promise<ClaimedDelivery | null> {
  const { claimed } = await claimDue(100, 30_000);
  const others = claimed.filter((claim) => claim.objectId !== objectId);
  await withTransaction((tx) =>
    releaseClaims(
      tx,
      others.map((claim) => ({ claim, retryInMs: 0 })),
    ),
  );
  return claimed.find((claim) => claim.objectId === objectId) ?? null;
}

async function deliver(objectId: string): Promise<void> {
  const claim = await claimOf(objectId);
  if (claim === null) throw new Error("nothing to claim");
  const attempt = { startedAt: new Date(), durationMs: 12, httpStatus: 200, error: null, responseExcerpt: "ok" };
  await withTransaction((tx) => recordAttempt(tx, claim, attempt, { state: "delivered" }));
}

describe("a merchant's deliveries", () => {
  test("are listed newest first, a page at a time, and never another merchant's", async () => {
    const [merchantId, stranger] = [randomUUID(), randomUUID()];
    const statuses = ["a", "b", "c", "d", "e"];
    for (const status of statuses) {
      await queue(merchantId, randomUUID(), status);
      await queue(stranger, randomUUID(), "foreign");
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page++) {
      const query = deliveryListQuery.parse({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      const { items, nextCursor } = deliveryPageView.parse(await listDeliveries(merchantId, query));
      seen.push(...items.map((item) => item.eventStatus));
      cursor = nextCursor ?? undefined;
    }
    expect(seen).toEqual(statuses.toReversed());
    expect(cursor).toBeUndefined();
  });

  test("are found by object and by state", async () => {
    const [merchantId, objectId] = [randomUUID(), randomUUID()];
    await queue(merchantId, objectId, "process");
    await queue(merchantId, objectId, "paid");
    await queue(merchantId, randomUUID(), "paid");
    await deliver(objectId);
    const list = async (filter: object) => (await listDeliveries(merchantId, deliveryListQuery.parse(filter))).items;
    expect((await list({ objectId })).map((item) => `${item.eventStatus} ${item.state}`)).toEqual([
      "paid pending",
      "process delivered",
    ]);
    expect((await list({ state: "delivered" })).map((item) => item.lastHttpStatus)).toEqual([200]);
  });

  test("show bytes and attempts to their owner alone", async () => {
    const [merchantId, objectId] = [randomUUID(), randomUUID()];
    const id = await queue(merchantId, objectId, "paid");
    await deliver(objectId);
    expect(deliveryDetailView.parse(await findDelivery(merchantId, id))).toMatchObject({
      state: "delivered",
      payload: '{"type":"payment","is_final":true,"status":"paid"}',
      nextAttemptAt: null,
      attempts: [{ number: 1, httpStatus: 200, responseExcerpt: "ok", durationMs: 12 }],
    });
    expect(await findDelivery(randomUUID(), id)).toBeNull();
  });

  test("are found by the uuid of the delivery, its object or its top-up, by kind and by time", async () => {
    const [merchantId, objectId, topUpId] = [randomUUID(), randomUUID(), randomUUID()];
    const ofTopUp = await queue(merchantId, objectId, "paid", { objectKind: "wallet", topUpId });
    await queue(merchantId, randomUUID(), "check");
    const list = async (filter: object) =>
      (await listDeliveries(merchantId, deliveryListQuery.parse(filter))).items.map((item) => item.eventStatus);
    for (const q of [ofTopUp, objectId.toUpperCase(), topUpId]) expect(await list({ q })).toEqual(["paid"]);
    expect(await list({ q: randomUUID() })).toEqual([]);
    expect(await list({ kind: "wallet" })).toEqual(["paid"]);
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect(await list({ from: soon })).toEqual([]);
    expect(await list({ until: soon })).toEqual(["check", "paid"]);
  });

  test("name failing receivers, since when and the next attempt; not those that merely wait", async () => {
    const [merchantId, failing, waiting] = [randomUUID(), randomUUID(), randomUUID()];
    const id = await queue(merchantId, failing, "process");
    await queue(merchantId, failing, "paid");
    await queue(merchantId, waiting, "paid");
    expect(await listFailingEndpoints(merchantId)).toEqual([]);
    const claim = await claimOf(failing);
    if (claim === null) throw new Error("nothing to claim");
    const attempt = { startedAt: new Date(), durationMs: 3, httpStatus: 502, error: null, responseExcerpt: "" };
    await withTransaction((tx) => recordAttempt(tx, claim, attempt, { state: "pending", retryInMs: 60_000 }));
    const { createdAt, nextAttemptAt } = (await findDelivery(merchantId, id)) ?? {};
    expect(failingEndpointsView.parse(await listFailingEndpoints(merchantId))).toEqual([
      { host: "shop.example", since: createdAt, waiting: 3, nextAttemptAt, lastAnswer: "HTTP 502" },
    ]);
  });

  test("are exported as a file with every row, whatever the page size", async () => {
    const merchantId = randomUUID();
    for (const status of ["a", "b", "c"]) await queue(merchantId, randomUUID(), status);
    await queue(randomUUID(), randomUUID(), "foreign");
    const { pieces } = exportDeliveries(merchantId, {}, new Date());
    let text = "";
    for await (const piece of pieces) text += piece;
    const lines = text.trim().split("\r\n");
    expect(lines.map((line) => line.split(",")[4])).toEqual(["Event", "c", "b", "a"]);
  });
});

describe("what was sent", () => {
  test("is stored for each attempt, with signatures visible only to those who may resend it", async () => {
    const [merchantId, objectId] = [randomUUID(), randomUUID()];
    const id = await queue(merchantId, objectId, "paid");
    const claim = await claimOf(objectId);
    if (claim === null) throw new Error("nothing to claim");
    const sent = {
      sign: "a".repeat(32),
      requestHeaders: [["webhook-id", id]] as const,
      responseHeaders: [["server", "nginx"]] as const,
    };
    const attempt = {
      startedAt: new Date(),
      durationMs: 3,
      httpStatus: 200,
      error: null,
      responseExcerpt: "",
      ...sent,
    };
    await withTransaction((tx) => recordAttempt(tx, claim, attempt, { state: "delivered" }));
    const found = deliveryDetailView.parse(await findDelivery(merchantId, id));
    expect(found.attempts).toMatchObject([sent]);
    expect(withoutSignatures(found).attempts).toMatchObject([
      { sign: null, requestHeaders: null, responseHeaders: [["server", "nginx"]] },
    ]);
  });
});

describe("sending again", () => {
  test("makes a delivered event due with the same bytes, before later ones, and continues the count", async () => {
    const [merchantId, objectId] = [randomUUID(), randomUUID()];
    const id = await queue(merchantId, objectId, "paid");
    await deliver(objectId);
    await queue(merchantId, objectId, "refund_process");
    await resendDelivery(merchantId, id);
    const claim = await claimOf(objectId);
    expect(claim).toMatchObject({ id, payload: '{"type":"payment","is_final":true,"status":"paid"}', attemptCount: 1 });
  });

  test("is rejected for another merchant's delivery, which stays unchanged", async () => {
    const [merchantId, objectId] = [randomUUID(), randomUUID()];
    const id = await queue(merchantId, objectId, "paid");
    await deliver(objectId);
    await expect(resendDelivery(randomUUID(), id)).rejects.toMatchObject({ code: "not_found" });
    expect((await findDelivery(merchantId, id))?.state).toBe("delivered");
  });
});

test("an object's webhooks go to its own URL, else to its merchant's, and never to another merchant's", async () => {
  const url = "https://shop.example/all";
  const create = async (webhookUrl: string | null) =>
    (await database().merchant.create({ data: { name: "Paper Lantern", webhookUrl } })).id;
  const [withDefault, without] = await Promise.all([create(url), create(null)]);
  const own = "https://shop.example/own";
  expect(await describeReceiver({ merchantId: withDefault, urlCallback: own })).toEqual({ url: own, isDefault: false });
  expect(await describeReceiver({ merchantId: withDefault, urlCallback: null })).toEqual({ url, isDefault: true });
  expect(await describeReceiver({ merchantId: without, urlCallback: null })).toBeNull();
});
