import { afterAll, beforeAll, expect, test } from "vitest";
import { appendSign } from "@/lib/delivery/webhooks/sign-payload";
import { reEncodeLikePhp } from "@/lib/delivery/webhooks/testing/verifiers";
import { WEBHOOK_PAYLOADS } from "@/lib/fronts/machine-api/openapi/interface-schemas";
import { closeDatabase, database } from "@/lib/kernel/db";
import { newMerchant } from "@/lib/money-in/invoices/testing/gateway-rig";
import {
  advanceDueRecurrences,
  advanceRecurrence,
  deleteOldLinkRequests,
} from "@/lib/money-in/recurrences/advance-recurrence";
import { cancelRecurrence } from "@/lib/money-in/recurrences/cancel-recurrence";
import {
  countMails,
  daysFrom,
  lastMail,
  newActivePlan,
  openRecurrences,
  periodsOf,
  planNow,
} from "@/lib/money-in/recurrences/testing/recurrence-rig";

/** The webhooks and mails of a plan, and how often they are sent. */

beforeAll(() => openRecurrences());
afterAll(closeDatabase);

const CANCELLED = { by: "merchant" as const, actorId: null };

test("a plan without a URL of its own reports to the merchant's", async () => {
  const merchantId = await newMerchant();
  const webhookUrl = "https://shop.example/all";
  await database().merchant.update({ where: { id: merchantId }, data: { webhookUrl } });
  const { plan } = await newActivePlan(merchantId, { url_callback: null });
  const sent = await database().webhookDelivery.findMany({ where: { objectId: plan.id } });
  expect(new Set(sent.map(({ url }) => url))).toEqual(new Set([webhookUrl]));
});

test("every event has the documented members in order, and a signature that receivers can verify", async () => {
  const { plan } = await newActivePlan(await newMerchant(), { additional_data: "cart 7/8 – grün" });
  await cancelRecurrence(plan, CANCELLED);
  await advanceRecurrence(plan.id);
  const rows = await database().webhookDelivery.findMany({
    where: { objectId: plan.id },
    orderBy: { sequence: "asc" },
  });
  expect(rows.map(({ eventStatus }) => eventStatus)).toEqual([
    "accepted",
    "period_due",
    "cancelled",
    "period_cancelled",
  ]);
  const members = Object.keys(WEBHOOK_PAYLOADS.recurrence.shape);
  for (const { payload, keyKind } of rows) {
    const body = appendSign(payload, "key");
    expect(keyKind).toBe("payment");
    expect(WEBHOOK_PAYLOADS.recurrence.safeParse(JSON.parse(body)).error?.issues ?? []).toEqual([]);
    expect(Object.keys(JSON.parse(body))).toEqual(members);
    expect(reEncodeLikePhp({ body, headers: {} }, "key")).toBe(true);
  }
  const [period] = await periodsOf(plan);
  expect(JSON.parse(rows[1]?.payload ?? "{}")).toMatchObject({
    type: "recurrence",
    uuid: plan.id,
    event: "period_due",
    is_final: false,
    status: "active",
    amount: "15.00000000",
    period_number: 1,
    period_state: "due",
    payment_uuid: period?.invoiceId,
  });
  expect(JSON.parse(rows[2]?.payload ?? "{}")).toMatchObject({
    event: "cancelled",
    is_final: true,
    period_number: null,
  });
});

test("the payer gets one mail each for a due payment, its reminder, a missed payment and the end", async () => {
  const begun = new Date();
  const { plan, email, secret } = await newActivePlan(await newMerchant());
  const [period] = await periodsOf(plan);
  const due = await lastMail("recurrence-due", email);
  expect(due.subject).toBe("Payment due to Paper Lantern: 15.00 USD");
  expect(due.text).toContain(`/pay/${period?.invoiceId}`);
  expect(due.text).toContain(`/recurring/${plan.id}?token=${secret}&lang=en`);
  expect(due.text).toContain("Tea club");
  await database().invoice.update({ where: { id: period?.invoiceId ?? "" }, data: { status: "cancel" } });
  for (const days of [1, 5, 6.1, 6.5, 6.9, 7.1, 7.2, 9]) {
    await advanceDueRecurrences(daysFrom(begun, days));
    await advanceRecurrence(plan.id, daysFrom(begun, days));
  }
  const kinds = ["recurrence-due", "recurrence-reminder", "recurrence-missed"];
  expect(await Promise.all(kinds.map((kind) => countMails(kind, email)))).toEqual([1, 1, 1]);
  expect((await lastMail("recurrence-reminder", email)).text).toContain(`/pay/${period?.invoiceId}`);
  expect((await lastMail("recurrence-missed", email)).text).toContain("please do not send it now");
  await cancelRecurrence(plan, CANCELLED);
  expect((await lastMail("recurrence-ended", email)).text).toContain("No further payments are due");
});

test("a plan with nothing to do is not processed", async () => {
  const begun = new Date();
  const { plan } = await newActivePlan(await newMerchant());
  expect((await planNow(plan)).wakeAt).toEqual(daysFrom((await planNow(plan)).acceptedAt ?? begun, 6));
  await cancelRecurrence(plan, CANCELLED);
  await advanceRecurrence(plan.id);
  expect((await planNow(plan)).wakeAt).toBeNull();
});

test("link requests are deleted after two days, and the accepted plan keeps its payer", async () => {
  const { plan } = await newActivePlan(await newMerchant());
  const count = () => database().recurrenceLinkRequest.count({ where: { recurrenceId: plan.id } });
  await deleteOldLinkRequests(daysFrom(new Date(), 1, 20));
  expect(await count()).toBe(1);
  await deleteOldLinkRequests(daysFrom(new Date(), 2, 1));
  expect(await count()).toBe(0);
  expect((await planNow(plan)).payerEmail).not.toBeNull();
});
