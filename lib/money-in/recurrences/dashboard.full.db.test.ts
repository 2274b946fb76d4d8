import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { invoiceNow, newInvoice, newMerchant, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { advanceRecurrence } from "@/lib/money-in/recurrences/advance-recurrence";
import { createRecurrenceFromForm } from "@/lib/money-in/recurrences/create-recurrence";
import { getRecurrenceDetail, listRecurrenceRows } from "@/lib/money-in/recurrences/dashboard-queries";
import {
  BLANK_RECURRENCE,
  type NewRecurrenceForm,
  newRecurrenceInput,
} from "@/lib/money-in/recurrences/dashboard-schema";
import { daysFrom, newActivePlan, newPlan, openRecurrences } from "@/lib/money-in/recurrences/testing/recurrence-rig";

/** The data and the form of the pages of recurring payments. */

beforeAll(() => openRecurrences());
afterAll(closeDatabase);

const FORM: NewRecurrenceForm = { ...BLANK_RECURRENCE, amount: "15", name: "Tea club" };

test("the list has the merchant's own plans by state, and finds them by name, order, payer and id", async () => {
  const merchantId = await newMerchant();
  const waiting = await newPlan(merchantId, { name: "Paper box", order_id: "box-1" });
  const { plan: active, email } = await newActivePlan(merchantId, { order_id: "tea_1" });
  await newPlan(await newMerchant(), { name: "Paper box", order_id: "box-1" });
  const idsOf = async (query: Parameters<typeof listRecurrenceRows>[1]) =>
    (await listRecurrenceRows(merchantId, query)).items.map(({ id }) => id);
  expect(await idsOf({})).toEqual([active.id, waiting.id]);
  expect(await idsOf({ sort: "oldest" })).toEqual([waiting.id, active.id]);
  expect(await idsOf({ status: "waiting" })).toEqual([waiting.id]);
  expect(await idsOf({ status: "active" })).toEqual([active.id]);
  expect(await idsOf({ status: "ended" })).toEqual([]);
  for (const q of ["pAper", "BOX-", waiting.id.slice(0, 9)]) expect(await idsOf({ q })).toEqual([waiting.id]);
  for (const q of [email.slice(0, 12), "tea_1", active.id]) expect(await idsOf({ q })).toEqual([active.id]);
  for (const q of ["teax1", "%", "_"]) expect(await idsOf({ q })).toEqual([]);
});

test("a plan is shown with its periods and failures, newest first, and only to its own merchant", async () => {
  const merchantId = await newMerchant();
  const begun = new Date();
  const { plan, email } = await newActivePlan(merchantId, { period: "weekly", discount_days: 3, discount_amount: "5" });
  await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: begun } });
  await advanceRecurrence(plan.id, daysFrom(begun, 7, 1));
  const detail = await getRecurrenceDetail(merchantId, plan.id);
  expect(detail).toMatchObject({ payerEmail: email, discountAmount: "5", status: "active" });
  expect(detail.periods).toMatchObject([
    { number: 2, state: "failed", amount: "15", invoiceId: null, failure: "Payments are blocked." },
    { number: 1, amount: "10", failure: null },
  ]);
  await expect(getRecurrenceDetail(await newMerchant(), plan.id)).rejects.toMatchObject({ code: "not_found" });
});

test("a partly paid period is shown as such, with the amounts paid and due", async () => {
  const merchantId = await newMerchant();
  const { plan } = await newActivePlan(merchantId);
  const [before] = (await getRecurrenceDetail(merchantId, plan.id)).periods;
  const id = before?.invoiceId ?? "";
  expect(before).toMatchObject({ state: "due", invoiceStatus: "check", shown: "check" });
  await chooseCoin(id, { currency: "USDT", network: "bsc" });
  await pay(await invoiceNow(id), { amount: "4" });
  await settleInvoice(id);
  const [after] = (await getRecurrenceDetail(merchantId, plan.id)).periods;
  expect(after).toMatchObject({
    state: "due",
    invoiceStatus: "check",
    shown: "partly_paid",
    paid: { amount: "4", due: "15" },
  });
});

test("the form creates a plan like the machine API, and rejects a known order id at its field", async () => {
  const merchantId = await newMerchant();
  const actor = await database().user.create({
    data: { email: `${merchantId}@shop.example`, name: "Ada", passwordHash: "none" },
  });
  const create = (changes: Partial<NewRecurrenceForm>) =>
    createRecurrenceFromForm({ merchantId, actorId: actor.id }, newRecurrenceInput.parse({ ...FORM, ...changes }));
  const { id } = await create({ orderId: "club-1", discountDays: "30", discountAmount: "5" });
  expect(await getRecurrenceDetail(merchantId, id)).toMatchObject({ name: "Tea club", discountDays: 30 });
  await newInvoice(merchantId, { order_id: "order-1" });
  for (const orderId of ["club-1", "order-1"])
    await expect(create({ orderId })).rejects.toMatchObject({
      fields: { orderId: [expect.stringContaining("already")] },
    });
  await expect(create({ amount: "0.1" })).rejects.toMatchObject({ fields: { amount: [expect.any(String)] } });
  const wrong = { ...FORM, name: "ab", discountDays: "400", discountAmount: "15" };
  const problems = newRecurrenceInput.safeParse(wrong).error?.issues.map(({ path }) => path.join("."));
  expect(problems).toEqual(expect.arrayContaining(["name", "discountDays"]));
});
