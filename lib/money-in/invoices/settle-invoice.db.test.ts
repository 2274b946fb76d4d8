import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { feesEarned, heldFunds, invoicePending } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  CONFIRMATIONS,
  invoiceNow,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";

beforeAll(() => openGateway());
afterEach(async () => {
  await readUpTo("bsc", START_HEIGHT);
  expect(await bookDifferences()).toEqual([]);
});
afterAll(closeDatabase);

/** A deposit's block that is one confirmation short. */
const SHALLOW = START_HEIGHT - CONFIRMATIONS + 2;

async function shown(id: string) {
  const { status, paymentOutcome, paidAmount, creditedAmount, commissionAmount } = await invoiceNow(id);
  return {
    status,
    paymentOutcome,
    paid: paidAmount.toFixed(),
    credited: creditedAmount?.toFixed() ?? null,
    commission: commissionAmount?.toFixed() ?? null,
  };
}
const casesOf = (invoiceId: string) =>
  database().case.findMany({
    where: { invoiceId },
    orderBy: { openedAt: "asc" },
    select: { kind: true, status: true },
  });
const pendingOf = async (merchantId: string, currency = "USDT") =>
  (await findBalance(invoicePending(merchantId, currency))).toFixed();
const heldOf = async (merchantId: string, currency = "USDT") =>
  (await findBalance(heldFunds(merchantId, currency))).toFixed();

describe("a payment in time", () => {
  test("of exactly the amount makes it paid and raises the balance by the amount less the commission", async () => {
    const merchantId = await newMerchant();
    const fees = await findBalance(feesEarned("USDT"));
    const invoice = await newInvoice(merchantId);
    await pay(invoice, { amount: "100" });
    await settleInvoice(invoice.id);
    expect(await shown(invoice.id)).toEqual({
      status: "paid",
      paymentOutcome: "exact",
      paid: "100",
      credited: "99",
      commission: "1",
    });
    expect(await walletOf(merchantId)).toBe("99");
    expect((await findBalance(feesEarned("USDT"))).minus(fees).toFixed()).toBe("1");
  });

  test("with 18 decimals is credited exactly", async () => {
    const merchantId = await newMerchant({ commission: "0" });
    const invoice = await newInvoice(merchantId);
    await pay(invoice, { amount: "100.000000000000000007" });
    await settleInvoice(invoice.id);
    expect(await walletOf(merchantId)).toBe("100.000000000000000007");
    expect((await shown(invoice.id)).status).toBe("paid_over");
  });

  test("above the amount is paid_over, and all of it is credited", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    await pay(invoice, { amount: "130" });
    await settleInvoice(invoice.id);
    expect(await shown(invoice.id)).toMatchObject({ status: "paid_over", paymentOutcome: "over", credited: "128.7" });
    expect(await walletOf(merchantId)).toBe("128.7");
  });

  test("that lacks less than one payable unit is paid, one that lacks a whole unit is not", async () => {
    const merchantId = await newMerchant();
    const [dust, short] = [await newInvoice(merchantId), await newInvoice(merchantId)];
    await pay(dust, { amount: "99.999999990000000001" });
    await pay(short, { amount: "99.99999999" });
    await settleInvoice(dust.id);
    await settleInvoice(short.id);
    expect(await shown(dust.id)).toMatchObject({ status: "paid", paymentOutcome: "exact" });
    expect(await shown(short.id)).toMatchObject({ status: "check", paymentOutcome: null, paid: "99.99999999" });
  });

  test("short by no more than the accepted percent is paid, and the amount received is credited", async () => {
    const merchantId = await newMerchant();
    const [enough, short] = [
      await newInvoice(merchantId, { accuracy_payment_percent: "2.5" }),
      await newInvoice(merchantId, { accuracy_payment_percent: "2.5" }),
    ];
    await pay(enough, { amount: "97.5" });
    await pay(short, { amount: "97.49999999" });
    await settleInvoice(enough.id);
    await settleInvoice(short.id);
    expect(await shown(enough.id)).toMatchObject({
      status: "paid",
      paymentOutcome: "under",
      paid: "97.5",
      credited: "96.525",
    });
    expect((await shown(short.id)).status).toBe("check");
  });

  test("is process while unconfirmed, and nothing is booked or credited for it", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    await pay(invoice, { amount: "100", height: SHALLOW });
    await settleInvoice(invoice.id);
    expect(await shown(invoice.id)).toMatchObject({ status: "process", paid: "0", credited: null });
    expect([await walletOf(merchantId), await pendingOf(merchantId)]).toEqual(["0", "0"]);
    await readUpTo("bsc", SHALLOW + CONFIRMATIONS - 1);
    await settleInvoice(invoice.id);
    expect((await shown(invoice.id)).status).toBe("paid");
    expect(await walletOf(merchantId)).toBe("99");
  });
});

describe("parts", () => {
  test("wait in pending until they reach the amount, and two halves pay the commission of one whole", async () => {
    const merchantId = await newMerchant({ commission: "0.003333" });
    const invoice = await newInvoice(merchantId, { amount: "10.00000001" });
    await pay(invoice, { amount: "3.33333333" });
    await settleInvoice(invoice.id);
    expect(await shown(invoice.id)).toMatchObject({ status: "check", paid: "3.33333333", credited: null });
    expect(await pendingOf(merchantId)).toBe("3.33333333");
    await pay(invoice, { amount: "6.66666668" });
    await settleInvoice(invoice.id);
    // 10.00000001 x 0.003333 = 0.03333000003333, half-even at 8 decimals.
    expect(await shown(invoice.id)).toMatchObject({ status: "paid", commission: "0.03333", credited: "9.96667001" });
    expect([await walletOf(merchantId), await pendingOf(merchantId)]).toEqual(["9.96667001", "0"]);
  });

  test("of one block, or of one transaction, count together", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    const transactionId = `0x${"ab".repeat(32)}`;
    await pay(invoice, { amount: "60", transactionId, position: "log:0" });
    await pay(invoice, { amount: "60", transactionId, position: "log:1" });
    await settleInvoice(invoice.id);
    expect(await shown(invoice.id)).toMatchObject({ status: "paid_over", paid: "120", credited: "118.8" });
    expect(await casesOf(invoice.id)).toEqual([]);
  });

  test("are not waited for when the merchant accepts only one payment: the first short one closes it", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, { is_payment_multiple: false });
    await pay(invoice, { amount: "40" });
    await settleInvoice(invoice.id);
    expect(await shown(invoice.id)).toMatchObject({
      status: "wrong_amount",
      paymentOutcome: "under",
      credited: "39.6",
    });
    await pay(invoice, { amount: "60" });
    await settleInvoice(invoice.id);
    expect(await walletOf(merchantId)).toBe("39.6");
    expect(await casesOf(invoice.id)).toEqual([{ kind: "late", status: "open" }]);
  });

  test("seen before the last one was confirmed count; one that arrives after the invoice is final is a case", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    await pay(invoice, { amount: "100" });
    await pay(invoice, { amount: "5", height: SHALLOW });
    await settleInvoice(invoice.id);
    expect((await shown(invoice.id)).status).toBe("process");
    await readUpTo("bsc", SHALLOW + CONFIRMATIONS - 1);
    await settleInvoice(invoice.id);
    expect(await shown(invoice.id)).toMatchObject({ status: "paid_over", paid: "105" });
    await pay(invoice, { amount: "7" });
    await settleInvoice(invoice.id);
    expect(await shown(invoice.id)).toMatchObject({ status: "paid_over", paid: "105" });
    expect(await casesOf(invoice.id)).toEqual([{ kind: "extra", status: "open" }]);
    expect(await heldOf(merchantId)).toBe("7");
  });
});

describe("a payment that was not requested", () => {
  test("is a case and does not pay, in another coin of the same network or in the right coin on another network", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    await pay(invoice, { amount: "100", currency: "USDC" });
    await pay(invoice, { amount: "100", network: "polygon" });
    await settleInvoice(invoice.id);
    expect(await shown(invoice.id)).toMatchObject({ status: "check", paid: "0", credited: null });
    expect((await casesOf(invoice.id)).map(({ kind }) => kind).sort()).toEqual(["wrong_network", "wrong_token"]);
    expect([await heldOf(merchantId), await heldOf(merchantId, "USDC"), await walletOf(merchantId)]).toEqual([
      "100",
      "100",
      "0",
    ]);
  });
});

describe("settling", () => {
  const rowsOf = async (invoiceId: string) => ({
    invoice: await database().invoice.findUnique({ where: { id: invoiceId }, omit: { updatedAt: true } }),
    credits: await database().invoiceCredit.findMany({ where: { invoiceId } }),
    events: await database().invoiceEvent.count({ where: { invoiceId } }),
    webhooks: await database().webhookDelivery.count({ where: { objectId: invoiceId } }),
    entries: await database().journalEntry.count(),
  });

  test("a second time changes nothing", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, { url_callback: "https://shop.example/hook" });
    await pay(invoice, { amount: "30" });
    await pay(invoice, { amount: "1", currency: "USDC" });
    await settleInvoice(invoice.id);
    const partly = await rowsOf(invoice.id);
    await settleInvoice(invoice.id);
    expect(await rowsOf(invoice.id)).toEqual(partly);
    await pay(invoice, { amount: "70" });
    await settleInvoice(invoice.id);
    const whole = await rowsOf(invoice.id);
    expect(whole.invoice?.status).toBe("paid");
    expect(whole.webhooks).toBe(1);
    await settleInvoice(invoice.id);
    expect(await rowsOf(invoice.id)).toEqual(whole);
  });

  test("concurrently in many workers credits once and notifies once", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, { url_callback: "https://shop.example/hook" });
    await pay(invoice, { amount: "55" });
    await pay(invoice, { amount: "45" });
    await Promise.all(Array.from({ length: 10 }, () => settleInvoice(invoice.id)));
    expect(await walletOf(merchantId)).toBe("99");
    const rows = await rowsOf(invoice.id);
    expect([rows.credits.length, rows.webhooks, rows.invoice?.status]).toEqual([2, 1, "paid"]);
  });

  test("many invoices of one merchant concurrently credits each of them once", async () => {
    const merchantId = await newMerchant();
    const invoices = await Promise.all(Array.from({ length: 20 }, () => newInvoice(merchantId)));
    for (const invoice of invoices) await pay(invoice, { amount: "100" });
    await Promise.all(invoices.flatMap(({ id }) => [settleInvoice(id), settleInvoice(id)]));
    expect(await walletOf(merchantId)).toBe("1980");
  });

  test("shows the transaction that was seen first, and once final the one that counted last", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    const [first, last] = [`0x${"01".repeat(32)}`, `0x${"02".repeat(32)}`];
    await pay(invoice, { amount: "50", transactionId: first, seenAt: minutesFromNow(-2) });
    await settleInvoice(invoice.id);
    expect((await invoiceNow(invoice.id)).transactionId).toBe(first);
    await pay(invoice, { amount: "50", transactionId: last, seenAt: minutesFromNow(-1) });
    await settleInvoice(invoice.id);
    expect((await invoiceNow(invoice.id)).transactionId).toBe(last);
  });
});
