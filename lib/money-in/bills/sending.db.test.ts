import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { openText } from "@/lib/kernel/mail/repo";
import { type Bill, dayOf } from "@/lib/money-in/bills/bill";
import { AGAIN_MAX, MAILS_A_DAY } from "@/lib/money-in/bills/bill-rules";
import { billInput } from "@/lib/money-in/bills/dashboard-schema";
import { remindOfBills } from "@/lib/money-in/bills/remind";
import { cancelBill, sendBill, sendBillAgain } from "@/lib/money-in/bills/send-bill";
import { billForm, newActor, newBill, newDraft, press } from "@/lib/money-in/bills/testing/bill-rig";
import { changeBill, discardBill, getBill } from "@/lib/money-in/bills/write-bill";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { invoiceNow, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";

/** What is sent of a bill, once each, and what never changes afterwards. */

vi.hoisted(() => void vi.stubEnv("MAIL_FROM", "no-reply@pay.test"));

let merchantId: string;
let actorId: string;
beforeAll(async () => {
  await openGateway(20);
  actorId = await newActor();
});
beforeEach(async () => {
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

const mailsOf = async ({ id }: Bill) =>
  await database().mail.findMany({ where: { reference: { startsWith: id } }, orderBy: { createdAt: "asc" } });
const daysAfter = (day: string, days: number) => new Date(Date.parse(`${day}T12:00:00.000Z`) + days * 86_400_000);
const by = () => ({ merchantId, actorId });

describe("sending a bill", () => {
  test("gives it a number and an address, and mails the address in the bill's language", async () => {
    const bill = await newBill(merchantId, { locale: "de", taxes: [{ name: "MwSt.", percent: "19" }] });
    expect(bill).toMatchObject({ number: "B-0001", position: 1, sentAt: expect.any(Date) });
    expect(bill.total.toFixed()).toBe("119");
    const [mail, ...others] = await mailsOf(bill);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: "bill-sent", recipient: "ada@example.com" });
    expect(mail?.subject).toBe("Rechnung B-0001 von Paper Lantern: 119,00 USDT");
    const { text } = openText(mail?.id ?? "", mail?.sealed ?? new Uint8Array());
    expect(text).toContain(`/b/${bill.secret}?lang=de`);
    const entry = await database().auditEvent.findFirst({ where: { target: bill.id, action: "bill.send" } });
    expect(entry).toMatchObject({ merchantId, after: { number: "B-0001" } });
  });

  test("numbers are unique and have no gaps, whoever sends at once, and whatever fails", async () => {
    const drafts = await Promise.all(Array.from({ length: 6 }, () => newDraft(merchantId)));
    const failed = await newDraft(merchantId, {
      currency: "USD",
      lines: [{ text: "Too little", quantity: "1", price: "0.01" }],
    });
    await Promise.allSettled([...drafts, ...drafts, failed].map(({ id }) => sendBill(by(), id)));
    const sent = await Promise.all(drafts.map(({ id }) => getBill(merchantId, id)));
    expect(sent.map(({ position }) => position).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(sent.map(({ number }) => number)).size).toBe(6);
    expect((await getBill(merchantId, failed.id)).sentAt).toBeNull();
    for (const bill of sent) expect(await mailsOf(bill)).toHaveLength(1);
    expect(await newBill(merchantId, { numberPrefix: "2026-" })).toMatchObject({ number: "2026-0007" });
    expect(await newBill(await newMerchant())).toMatchObject({ number: "B-0001" });
  });

  test("is refused when the due date is over, and for another merchant's draft", async () => {
    const day = dayOf(daysAfter(dayOf(new Date()), -3));
    const draft = await newDraft(merchantId, { issueDate: day, dueDate: day });
    await expect(sendBill(by(), draft.id)).rejects.toMatchObject({ fields: { dueDate: [expect.any(String)] } });
    const other = { merchantId: await newMerchant(), actorId };
    await expect(sendBill(other, draft.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(changeBill(other, draft.id, billInput.parse(billForm()))).rejects.toMatchObject({ code: "not_found" });
    await expect(discardBill(other, draft.id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is limited in a day, with those that are sent again, also when many are sent at once", async () => {
    const bill = await newBill(merchantId);
    for (let count = 0; count < AGAIN_MAX; count += 1) await sendBillAgain(by(), bill.id);
    await expect(sendBillAgain(by(), bill.id)).rejects.toMatchObject({ code: "refused" });
    const data = Array.from({ length: MAILS_A_DAY - AGAIN_MAX - 2 }, (_, mark) => ({ mark: 100 + mark }));
    await database().billMail.createMany({
      data: data.map(({ mark }) => ({ billId: bill.id, merchantId, kind: "again" as const, mark })),
    });
    const drafts = await Promise.all([newDraft(merchantId), newDraft(merchantId), newDraft(merchantId)]);
    const outcomes = await Promise.allSettled(drafts.map(({ id }) => sendBill(by(), id)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
    const left = drafts.find((_, index) => outcomes[index]?.status === "rejected");
    await sendBill(by(), left?.id ?? "", new Date(Date.now() + 86_400_001));
    expect(await getBill(merchantId, left?.id ?? "")).toMatchObject({ position: 3 });
  });
});

describe("what was sent", () => {
  test("does not change, and is not deleted", async () => {
    const bill = await newBill(merchantId);
    await expect(changeBill(by(), bill.id, billInput.parse(billForm()))).rejects.toMatchObject({ code: "refused" });
    await expect(discardBill(by(), bill.id)).rejects.toMatchObject({ code: "refused" });
    const where = { id: bill.id };
    const refused = [
      () => database().bill.update({ where, data: { total: "1", subtotal: "1" } }),
      () => database().bill.update({ where, data: { lines: [] } }),
      () => database().bill.update({ where, data: { customerEmail: "eve@example.com" } }),
      () => database().bill.update({ where, data: { sentAt: null, number: null, position: null, secret: null } }),
      () => database().bill.delete({ where }),
      () => database().billSeries.update({ where: { merchantId }, data: { lastPosition: 7 } }),
      () => database().billMail.deleteMany({ where: { billId: bill.id } }),
    ];
    for (const change of refused) await expect(change()).rejects.toThrow();
    await cancelBill(by(), bill.id);
    const { cancelledAt } = await getBill(merchantId, bill.id);
    await cancelBill(by(), bill.id);
    await expect(database().bill.update({ where, data: { cancelledAt: null } })).rejects.toThrow();
    expect(await getBill(merchantId, bill.id)).toMatchObject({ total: bill.total, cancelledAt });
  });

  test("was a draft, which changes and goes without a number", async () => {
    const draft = await newDraft(merchantId);
    await changeBill(by(), draft.id, billInput.parse(billForm({ customerName: "Eve" })));
    expect(await getBill(merchantId, draft.id)).toMatchObject({ customerName: "Eve", number: null });
    await discardBill(by(), draft.id);
    await expect(getBill(merchantId, draft.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await newBill(merchantId)).toMatchObject({ position: 1 });
  });
});

describe("reminders", () => {
  const remindAt = async (bill: Bill, days: number) => await remindOfBills(daysAfter(bill.dueDate, days));
  const marksOf = async ({ id }: Bill) =>
    (await database().billMail.findMany({ where: { billId: id, kind: "reminder" }, orderBy: { mark: "asc" } })).map(
      ({ mark }) => mark,
    );

  test("are sent on their days, each once, whichever of two workers is first", async () => {
    const bill = await newBill(merchantId, { reminderDays: "-3, 0, 7" });
    await remindAt(bill, -4);
    expect(await marksOf(bill)).toEqual([]);
    for (const [days, marks] of [
      [-3, [-3]],
      [-2, [-3]],
      [0, [-3, 0]],
      [9, [-3, 0, 7]],
    ] as const) {
      await Promise.all([remindAt(bill, days), remindAt(bill, days), remindAt(bill, days)]);
      expect([days, await marksOf(bill)]).toEqual([days, marks]);
    }
    const reminders = (await mailsOf(bill)).filter(({ kind }) => kind === "bill-reminder");
    expect(reminders.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 3 }, () => "Reminder: bill B-0001 from Paper Lantern, 100.00 USDT"),
    );
  });

  test("are not sent long after their day, nor on the day of the bill", async () => {
    const bill = await newBill(merchantId, { reminderDays: "0" });
    await remindAt(bill, 3);
    expect(await marksOf(bill)).toEqual([]);
    const today = dayOf(new Date());
    const same = await newBill(merchantId, { dueDate: today, reminderDays: "0" });
    await remindAt(same, 0);
    expect(await marksOf(same)).toEqual([]);
  });

  test("stop when it is paid or cancelled, and wait while a payment is confirmed; the rest is asked for", async () => {
    const [paid, cancelled, moving, part] = [
      await newBill(merchantId),
      await newBill(merchantId),
      await newBill(merchantId),
      await newBill(merchantId),
    ];
    await cancelBill(by(), cancelled.id);
    for (const [bill, amount] of [
      [paid, "100"],
      [part, "30"],
    ] as const) {
      const id = await press(bill);
      await chooseCoin(id, { currency: "USDT", network: "bsc" });
      await pay(await invoiceNow(id), { amount });
      await settleInvoice(id);
    }
    const movingId = await press(moving);
    await database().invoice.update({ where: { id: movingId }, data: { status: "process" } });
    await remindAt(part, 0);
    expect(await marksOf(paid)).toEqual([]);
    expect(await marksOf(cancelled)).toEqual([]);
    expect(await marksOf(moving)).toEqual([]);
    expect(await marksOf(part)).toEqual([0]);
    expect((await mailsOf(part)).at(-1)?.subject).toContain("70.00 USDT");
    await expect(sendBillAgain(by(), paid.id)).rejects.toMatchObject({ code: "refused" });
    await expect(cancelBill(by(), paid.id)).rejects.toMatchObject({ code: "refused" });
  });
});
