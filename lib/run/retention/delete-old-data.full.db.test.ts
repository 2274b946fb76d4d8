import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { listDeliveries } from "@/lib/delivery/webhooks/queries";
import { resendByMember } from "@/lib/delivery/webhooks/resend";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { resendPayment } from "@/lib/money-in/invoices/queue-payment-webhook";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { buy, newLink } from "@/lib/money-in/payment-links/testing/link-rig";
import { cancelRecurrence } from "@/lib/money-in/recurrences/cancel-recurrence";
import { newActivePlan } from "@/lib/money-in/recurrences/testing/recurrence-rig";
import { insertChat } from "@/lib/people/notifications/testing/chat-rig";
import { everyRule, makeOld } from "@/lib/run/retention/testing/make-old";
import { processUrls } from "@/lib/testing/process-users";

const NEVER = new AbortController().signal;
const run = () => worker.deleteOldData(NEVER, everyRule(90));

/** Everything is deleted as the worker's own database user. */
let worker: Awaited<ReturnType<typeof loadWorker>>;
async function loadWorker(url: string) {
  vi.stubEnv("DATABASE_URL", url);
  vi.resetModules();
  const { closeDatabase: close } = await import("@/lib/kernel/db");
  const { deleteOldData } = await import("@/lib/run/retention/delete-old-data");
  return { close, deleteOldData };
}

let merchantId: string;
beforeAll(async () => {
  vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
  await openGateway();
  merchantId = await newMerchant();
  worker = await loadWorker((await processUrls()).worker);
});
afterEach(async () => expect(await bookDifferences()).toEqual([]));
afterAll(async () => {
  await worker.close();
  await closeDatabase();
  vi.unstubAllEnvs();
});

async function newPaid(fields = {}): Promise<Invoice> {
  const given = { url_callback: "https://shop.example/hook", payer_email: "payer@example.net", ...fields };
  const invoice = await newInvoice(merchantId, given);
  await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  return invoice;
}

async function deliver({ id }: Invoice): Promise<string> {
  const { id: deliveryId } = await database().webhookDelivery.findFirstOrThrow({ where: { objectId: id } });
  await database().webhookDelivery.update({
    where: { id: deliveryId },
    data: { state: "delivered", deliveredAt: new Date(), attemptCount: 1 },
  });
  const wire = { sign: "s", requestHeaders: [["a", "b"]], responseHeaders: [["c", "d"]], responseExcerpt: "thanks" };
  const attempt = { number: 1, startedAt: new Date(), durationMs: 5, httpStatus: 200, ...wire };
  await database().webhookAttempt.create({ data: { deliveryId, ...attempt } });
  return deliveryId;
}

const kindsOf = async ({ id }: Invoice) => {
  const rows = await database().invoiceEvent.findMany({ where: { invoiceId: id }, orderBy: { id: "asc" } });
  return rows.map(({ kind }) => kind);
};
const emailOf = async ({ id }: Invoice) => (await database().invoice.findUniqueOrThrow({ where: { id } })).payerEmail;
const webhooksOf = ({ id }: Invoice) => database().webhookDelivery.count({ where: { objectId: id } });
const sendMails = () => database().mail.updateMany({ data: { state: "sent" } });

test("the time line, webhooks and payer of an old finished payment are deleted, what commands read stays, and the time line says so", async () => {
  const old = await newPaid();
  await deliver(old);
  await makeOld(91);
  const young = await newPaid();
  await deliver(young);
  const before = await kindsOf(young);
  await run();
  expect(await kindsOf(old)).toEqual(["deposit-seen", "data-deleted", "data-deleted"]);
  const marks = await database().invoiceEvent.findMany({ where: { invoiceId: old.id, kind: "data-deleted" } });
  expect(marks.map(({ detail }) => detail)).toEqual([
    { what: "events", before: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    { what: "payer", before: expect.any(String) },
  ]);
  expect([await webhooksOf(old), await emailOf(old)]).toEqual([0, null]);
  expect([await kindsOf(young), await webhooksOf(young), await emailOf(young)]).toEqual([
    before,
    1,
    "payer@example.net",
  ]);
});

test("the payer's note in an old finished order of a payment link is deleted, and not in an open one", async () => {
  const link = await newLink(merchantId, { noteQuestion: "required" });
  const [expired, open] = [await buy(link, { note: "hello" }), await buy(link, { note: "hello" })];
  await database().invoice.update({ where: { id: expired }, data: { status: "cancel", finalAt: new Date() } });
  await makeOld(91);
  await run();
  const noteOf = async (invoiceId: string) =>
    (await database().paymentLinkOrder.findUniqueOrThrow({ where: { invoiceId } })).note;
  expect([await noteOf(expired), await noteOf(open)]).toEqual([null, "hello"]);
});

test("a second run finds nothing, and each rule that did something is an entry of the audit log", async () => {
  await deliver(await newPaid());
  await makeOld(91);
  await run();
  const entries = () => database().auditEvent.findMany({ where: { action: "data.delete" }, orderBy: { id: "asc" } });
  const first = await entries();
  expect(first.at(-1)).toMatchObject({ actorId: null, target: "payers of invoices", detail: { days: 90 } });
  await run();
  expect(await entries()).toEqual(first);
});

test("nothing is deleted with every setting at 0", async () => {
  const old = await newPaid();
  await deliver(old);
  await makeOld(4_000);
  const before = await kindsOf(old);
  await worker.deleteOldData(NEVER, everyRule(0));
  expect([await kindsOf(old), await webhooksOf(old), await emailOf(old)]).toEqual([before, 1, "payer@example.net"]);
  await run();
});

describe("everything stays of", () => {
  const unfinished: readonly (readonly [string, () => Promise<Invoice>])[] = [
    ["an open invoice", () => newInvoice(merchantId, { payer_email: "payer@example.net" })],
    [
      "a payment with an open case",
      async () => {
        const invoice = await newPaid();
        await pay(invoice, { amount: "7" });
        await settleInvoice(invoice.id);
        expect(await database().case.count({ where: { invoiceId: invoice.id, status: "open" } })).toBe(1);
        return invoice;
      },
    ],
    [
      "a payment with an unconfirmed deposit",
      async () => {
        const invoice = await newPaid();
        await pay(invoice, { amount: "7", height: 999 });
        return invoice;
      },
    ],
  ];
  test.each(unfinished)("%s, whatever its age", async (_, open) => {
    const invoice = await open();
    const before = await kindsOf(invoice);
    await makeOld(400);
    await run();
    expect([await kindsOf(invoice), await emailOf(invoice)]).toEqual([before, "payer@example.net"]);
  });
});

test("a webhook that waits for an attempt stays, also of a finished payment", async () => {
  const invoice = await newPaid();
  await makeOld(400);
  await run();
  expect(await webhooksOf(invoice)).toBe(1);
});

test("the list of webhooks says from before which time old ones were deleted", async () => {
  await deliver(await newPaid());
  await makeOld(91);
  await run();
  const { items, deletedBefore } = await listDeliveries(merchantId, { limit: 100 });
  const limit = new Date(Date.now() - 90 * 86_400_000).toISOString();
  expect(deletedBefore?.slice(0, 10)).toBe(limit.slice(0, 10));
  expect(items.every(({ state }) => state === "pending")).toBe(true);
});

test("a deleted webhook cannot be resent: the machine API and the dashboard refuse it", async () => {
  const old = await newPaid();
  const deliveryId = await deliver(old);
  await makeOld(91);
  await run();
  const ids = { uuid: old.id, order_id: null };
  await expect(resendPayment(merchantId, ids)).rejects.toMatchObject({ reason: "notification_not_found" });
  const order = { merchantId, actorId: randomUUID(), deliveryId };
  await expect(resendByMember(order)).rejects.toThrow("Old webhooks are deleted and can't be resent");
});

test("a payment that arrives after the time line was deleted opens a case, and records no earlier deposit again", async () => {
  const old = await newPaid();
  await deliver(old);
  await makeOld(91);
  await run();
  await pay(old, { amount: "7" });
  await settleInvoice(old.id);
  const kinds = await kindsOf(old);
  expect(kinds.filter((kind) => kind === "deposit-seen")).toHaveLength(2);
  expect(kinds.at(-1)).toBe("case-opened");
});

test("attempts lose what they sent and received and keep their result, while their webhook stays", async () => {
  const old = await newPaid();
  const deliveryId = await deliver(old);
  await makeOld(91);
  const young = await deliver(await newPaid());
  await worker.deleteOldData(NEVER, { ...everyRule(0), RETAIN_REQUEST_DATA_DAYS: 90 });
  const gone = { sign: null, requestHeaders: null, responseHeaders: null, responseExcerpt: null };
  const attemptOf = (id: string) => database().webhookAttempt.findFirstOrThrow({ where: { deliveryId: id } });
  expect(await attemptOf(deliveryId)).toMatchObject({ ...gone, httpStatus: 200, number: 1 });
  expect(await attemptOf(young)).toMatchObject({ sign: "s", responseExcerpt: "thanks" });
});

test("an old message to a chat is deleted, and one that is still to be sent stays", async () => {
  const chatId = await insertChat({ merchantId });
  const message = { chatId, kind: "invoice_paid" } as const;
  const sent = { state: "sent", sentAt: new Date() } as const;
  await database().chatMessage.createMany({
    data: [
      { ...message, reference: "sent", ...sent },
      { ...message, reference: "failed", state: "failed" },
      { ...message, reference: "waiting" },
    ],
  });
  await makeOld(100);
  await database().chatMessage.create({ data: { ...message, reference: "young", ...sent } });
  await run();
  const left = await database().chatMessage.findMany({ where: { chatId }, orderBy: { id: "asc" } });
  expect(left.map(({ reference }) => reference)).toEqual(["waiting", "young"]);
});

test("an old mail loses recipient and text, is not sent again, and one that is still to be sent stays", async () => {
  await sendMails();
  await newPaid();
  await sendMails();
  const [sent] = await database().mail.findMany({ where: { recipient: "payer@example.net" } });
  await newPaid({ payer_email: "waiting@example.net" });
  await makeOld(91);
  await run();
  const cleared = { recipient: "", subject: "", text: "", html: null, state: "sent", reference: sent?.reference };
  expect(await database().mail.findUniqueOrThrow({ where: { id: sent?.id ?? "" } })).toMatchObject(cleared);
  const waiting = await database().mail.findFirstOrThrow({ where: { recipient: "waiting@example.net" } });
  expect(waiting).toMatchObject({ state: "pending", text: expect.stringContaining("100") });
  const again = { kind: sent?.kind ?? "", reference: sent?.reference ?? "", recipient: "payer@example.net" };
  expect(await withTransaction((tx) => queueMail(tx, { ...again, subject: "Receipt", text: "100" }))).toBe(false);
});

test("the payer of a plan is deleted long after its end, and not before it", async () => {
  const [ended, active] = [await newActivePlan(merchantId), await newActivePlan(merchantId)];
  await cancelRecurrence(ended.plan, { by: "payer", actorId: null });
  await makeOld(91);
  await run();
  const payerOf = async (id: string) => (await database().recurrence.findUniqueOrThrow({ where: { id } })).payerEmail;
  expect([await payerOf(ended.plan.id), await payerOf(active.plan.id)]).toEqual([null, active.email]);
});

test("sessions, links and invitations go when they ended long ago", async () => {
  const user = await database().user.create({ data: { email: "a@example.net", name: "Ada", passwordHash: "x" } });
  const at = (days: number) => new Date(Date.now() + days * 86_400_000);
  const session = (expiresAt: Date) =>
    database().session.create({ data: { userId: user.id, expiresAt, ip: "192.0.2.1" } });
  const link = (expiresAt: Date) => {
    const data = { userId: user.id, kind: "verify_email" as const, email: user.email, expiresAt };
    return database().accountLink.create({ data: { ...data, tokenHash: Buffer.from(randomUUID()) } });
  };
  const invite = (revokedAt: Date | null) => {
    const data = { email: "b@example.net", invitedById: user.id, expiresAt: at(-100), revokedAt };
    return database().invitation.create({ data: { ...data, tokenHash: Buffer.from(randomUUID()) } });
  };
  await Promise.all([session(at(-100)), link(at(-100)), invite(at(-100))]);
  const kept = await Promise.all([session(at(-80)), link(at(-80)), invite(null)]);
  await run();
  const left = await Promise.all([
    database().session.findMany({ where: { userId: user.id } }),
    database().accountLink.findMany({ where: { userId: user.id } }),
    database().invitation.findMany({ where: { invitedById: user.id } }),
  ]);
  expect(left.map((rows) => rows.map(({ id }) => id))).toEqual(kept.map(({ id }) => [id]));
});

test("two runs at once leave one mark on each time line", async () => {
  const old = await Promise.all(Array.from({ length: 6 }, () => newPaid()));
  for (const invoice of old) await deliver(invoice);
  await makeOld(91);
  await Promise.all([run(), run(), run()]);
  await run();
  for (const invoice of old) expect(await kindsOf(invoice)).toEqual(["deposit-seen", "data-deleted", "data-deleted"]);
});
