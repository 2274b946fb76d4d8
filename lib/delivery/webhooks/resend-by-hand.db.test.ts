import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { findDelivery } from "@/lib/delivery/webhooks/queries";
import { queueWebhook } from "@/lib/delivery/webhooks/queue-webhook";
import { resendByMember, resendByOperator } from "@/lib/delivery/webhooks/resend";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";

afterAll(closeDatabase);

const actorId = randomUUID();

async function queue(merchantId: string, objectId: string, status = "paid"): Promise<string> {
  const event = { objectKind: "payout", objectId, merchantId, status, url: "http://shop.example/" } as const;
  return (
    await withTransaction((tx) => queueWebhook(tx, { ...event, payload: { type: "payment", is_final: true, status } }))
  ).deliveryId;
}

test("a merchant's users may resend the webhooks of one payout ten times in total, even in parallel", async () => {
  const [merchantId, objectId] = [randomUUID(), randomUUID()];
  const ids = [await queue(merchantId, objectId), await queue(merchantId, objectId)];
  const orders = Array.from({ length: 14 }, (_, index) => ({
    merchantId,
    actorId,
    deliveryId: ids[index % 2] ?? "",
  }));
  const answers = await Promise.allSettled(orders.map(resendByMember));
  expect(answers.filter(({ status }) => status === "fulfilled").length).toBe(10);
  expect(await findDelivery(merchantId, ids[0] ?? "")).toMatchObject({ resendsLeft: 0 });

  const other = await queue(merchantId, randomUUID());
  await resendByMember({ merchantId, actorId, deliveryId: other });
  expect(await findDelivery(merchantId, other)).toMatchObject({ resendsLeft: 9 });
});

test("the operator may exceed the ten, and the audit trail names the actor of every resend", async () => {
  const merchantId = randomUUID();
  const deliveryId = await queue(merchantId, randomUUID());
  for (let count = 0; count < 10; count += 1) await resendByMember({ merchantId, actorId, deliveryId });
  await expect(resendByMember({ merchantId, actorId, deliveryId })).rejects.toMatchObject({ code: "refused" });
  const operatorId = randomUUID();
  await resendByOperator(operatorId, deliveryId);
  const trail = await database().auditEvent.findMany({ where: { merchantId, action: "webhook.resend" } });
  expect(trail.map((one) => one.actorId)).toEqual([...Array.from({ length: 10 }, () => actorId), operatorId]);
});

test("the operator's resends do not count against the merchant's ten", async () => {
  const merchantId = randomUUID();
  const deliveryId = await queue(merchantId, randomUUID());
  for (let count = 0; count < 10; count += 1) await resendByOperator(actorId, deliveryId);
  await resendByMember({ merchantId, actorId, deliveryId });
  expect(await findDelivery(merchantId, deliveryId)).toMatchObject({ resendsLeft: 9 });
});

test("another merchant's delivery is reported as not found", async () => {
  const deliveryId = await queue(randomUUID(), randomUUID());
  const order = { merchantId: randomUUID(), actorId, deliveryId };
  await expect(resendByMember(order)).rejects.toMatchObject({ code: "not_found" });
  await expect(resendByOperator(actorId, randomUUID())).rejects.toMatchObject({ code: "not_found" });
});
