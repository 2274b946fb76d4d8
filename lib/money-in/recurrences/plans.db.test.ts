import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { findPayment } from "@/lib/money-in/invoices/get-invoice";
import { newInvoice, newMerchant } from "@/lib/money-in/invoices/testing/gateway-rig";
import { acceptRecurrence, openLink } from "@/lib/money-in/recurrences/accept-recurrence";
import { advanceRecurrence } from "@/lib/money-in/recurrences/advance-recurrence";
import { askForLink } from "@/lib/money-in/recurrences/ask-for-link";
import { cancelRecurrence } from "@/lib/money-in/recurrences/cancel-recurrence";
import {
  accept,
  countMails,
  daysFrom,
  lastMail,
  newActivePlan,
  newEmail,
  newPlan,
  openRecurrences,
  periodsOf,
  planNow,
  secretIn,
} from "@/lib/money-in/recurrences/testing/recurrence-rig";
import { newWallet } from "@/lib/money-in/static-wallets/testing/wallet-rig";

/** One order id belongs to one object, and a plan only to the payer who has accepted it. */

let merchantId: string;
beforeAll(() => openRecurrences(60));
beforeEach(async () => {
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

const TAKEN = { fields: { order_id: ["validation.unique"] } };

describe("the order id of a plan", () => {
  test("yields one plan, even for concurrent calls with different terms", async () => {
    const order_id = randomUUID();
    const amounts = ["15", "16", "17", "18", "19", "20"];
    const made = await Promise.all(amounts.map((amount) => newPlan(merchantId, { order_id, amount })));
    const again = await newPlan(merchantId, { order_id, amount: "99", currency: "EUR" });
    expect(new Set([...made, again].map(({ id }) => id)).size).toBe(1);
    expect(await database().recurrence.count({ where: { merchantId } })).toBe(1);
  });

  test("belongs to an invoice, a static wallet or a plan: the first one wins, and the others are rejected", async () => {
    const makers = [
      (order_id: string) => newInvoice(merchantId, { order_id }),
      (order_id: string) => newWallet(merchantId, { order_id }),
      (order_id: string) => newPlan(merchantId, { order_id }),
    ];
    for (const first of makers) {
      const order_id = randomUUID();
      await first(order_id);
      for (const other of makers.filter((maker) => maker !== first))
        await expect(other(order_id)).rejects.toMatchObject(TAKEN);
    }
  });

  test("may be used by another merchant as well, and a plan without one claims its uuid", async () => {
    const order_id = randomUUID();
    await newPlan(merchantId, { order_id });
    await newPlan(await newMerchant(), { order_id });
    const { id } = await newPlan(merchantId);
    await expect(newInvoice(merchantId, { order_id: id })).rejects.toMatchObject(TAKEN);
  });

  test("finds the plan's newest payment, as a static wallet's finds its newest top-up", async () => {
    const begun = new Date();
    const order_id = randomUUID();
    const { plan } = await newActivePlan(merchantId, { order_id, period: "weekly" });
    const { plan: unnamed } = await newActivePlan(merchantId);
    await advanceRecurrence(plan.id, daysFrom(begun, 7, 1));
    const [, second] = await periodsOf(plan);
    expect(await findPayment(merchantId, { uuid: null, order_id })).toMatchObject({
      id: second?.invoiceId,
      orderId: order_id,
    });
    const [only] = await periodsOf(unnamed);
    expect(await findPayment(merchantId, { uuid: null, order_id: unnamed.id })).toMatchObject({ id: only?.invoiceId });
    expect(await findPayment(await newMerchant(), { uuid: null, order_id })).toBeNull();
    await expect(newInvoice(merchantId, { order_id, is_refresh: true })).rejects.toMatchObject(TAKEN);
  });
});

describe("the acceptance", () => {
  const ask = (id: string, email: string, at = new Date()) => askForLink({ recurrenceId: id, email, locale: "en" }, at);

  test("needs the mailed link: opening it accepts nothing, and no other secret works", async () => {
    const [plan, other] = [await newPlan(merchantId), await newPlan(merchantId)];
    const email = newEmail();
    await ask(plan.id, email);
    const secret = secretIn(await lastMail("recurrence-accept", email));
    expect(await openLink(plan.id, secret)).toMatchObject({ isPayer: false });
    expect(await planNow(plan)).toMatchObject({ status: "wait_accept", payerEmail: null });
    for (const wrong of [secret.replace(/.$/, (last) => (last === "A" ? "B" : "A")), "", "x".repeat(43)])
      await expect(acceptRecurrence(plan.id, wrong)).rejects.toThrow("plan_link_unknown");
    await expect(acceptRecurrence(other.id, secret)).rejects.toThrow("plan_link_unknown");
    await expect(acceptRecurrence(plan.id, secret, daysFrom(new Date(), 1, 1))).rejects.toThrow("plan_link_over");
  });

  test("belongs to one payer: of two who accept concurrently one gets the plan, and the other's link gives no access", async () => {
    const plan = await newPlan(merchantId);
    const emails = [newEmail(), newEmail()];
    for (const email of emails) await ask(plan.id, email);
    const secrets = await Promise.all(
      emails.map(async (email) => secretIn(await lastMail("recurrence-accept", email))),
    );
    const outcomes = await Promise.allSettled(secrets.map((secret) => acceptRecurrence(plan.id, secret)));
    const won = outcomes.findIndex(({ status }) => status === "fulfilled");
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await planNow(plan)).payerEmail).toBe(emails[won]);
    expect(await openLink(plan.id, secrets[won] ?? "")).toMatchObject({ isPayer: true });
    await expect(openLink(plan.id, secrets[1 - won] ?? "")).rejects.toThrow("plan_link_over");
    expect(await acceptRecurrence(plan.id, secrets[won] ?? "")).toMatchObject({ status: "active" });
    expect(await database().auditEvent.count({ where: { target: plan.id, action: "recurrence.accept" } })).toBe(1);
  });

  test("is rejected while the merchant's payments are blocked, and when the plan has ended", async () => {
    const plan = await newPlan(merchantId);
    const email = newEmail();
    await ask(plan.id, email);
    const secret = secretIn(await lastMail("recurrence-accept", email));
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: new Date() } });
    await expect(acceptRecurrence(plan.id, secret)).rejects.toThrow("plan_shop_closed");
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: null } });
    await cancelRecurrence(plan, { by: "merchant", actorId: null });
    await expect(acceptRecurrence(plan.id, secret)).rejects.toThrow("plan_ended");
    await expect(ask(plan.id, email)).rejects.toThrow("plan_ended");
  });

  test("has its link resent to the payer only, without revealing to the requester who that is", async () => {
    const { plan, secret, email } = await newActivePlan(merchantId);
    const stranger = newEmail();
    await ask(plan.id, stranger);
    expect(await countMails("recurrence-link", email)).toBe(0);
    await ask(plan.id, email.toUpperCase());
    expect([await countMails("recurrence-link", stranger), await countMails("recurrence-accept", stranger)]).toEqual([
      0, 0,
    ]);
    expect(secretIn(await lastMail("recurrence-link", email))).toBe(secret);
    expect(await planNow(plan)).toMatchObject({ payerEmail: email });
  });

  test("sends few mails a day, for one plan and to one mailbox, however many plans there are", async () => {
    const plan = await newPlan(merchantId);
    for (let count = 0; count < 12; count += 1) await ask(plan.id, newEmail());
    await expect(ask(plan.id, newEmail())).rejects.toThrow("plan_link_too_often");
    await ask(plan.id, newEmail(), daysFrom(new Date(), 1, 1));
    const email = newEmail();
    for (let count = 0; count < 6; count += 1) await ask((await newPlan(merchantId)).id, email);
    await expect(ask((await newPlan(merchantId)).id, email.toUpperCase())).rejects.toThrow("plan_link_too_often");
    for (const wrong of ["", "a", "a@b@c", "a b@c.de", "a@b.c\nBcc: d@e.fg", `${"a".repeat(250)}@b.cd`])
      await expect(ask((await newPlan(merchantId)).id, wrong)).rejects.toThrow("plan_email_wrong");
  });
});

test("a payer's secret opens only that payer's plan", async () => {
  const [one, other] = [await accept(await newPlan(merchantId)), await accept(await newPlan(merchantId))];
  await expect(openLink(other.plan.id, one.secret)).rejects.toThrow("plan_link_unknown");
  const { plan, isPayer } = await openLink(one.plan.id, one.secret);
  expect([plan.id, isPayer]).toEqual([one.plan.id, true]);
});
