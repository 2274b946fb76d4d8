import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { invoicePending, receivable } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  fundCapital,
  includeAgain,
  invoiceNow,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  spend,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { toInvoiceView, toPaymentWebhook } from "@/lib/money-in/invoices/wire-view";

beforeAll(async () => {
  await openGateway();
  // A receivable leaves the gateway short by that amount: the operator's capital covers it.
  await fundCapital("USDT", "10000");
});
afterEach(async () => {
  await readUpTo("bsc", START_HEIGHT);
  expect(await bookDifferences()).toEqual([]);
});
afterAll(closeDatabase);

async function paidInvoice(merchantId: string, fields = {}) {
  const invoice = await newInvoice(merchantId, { url_callback: "https://shop.example/hook", ...fields });
  const depositId = await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  expect((await invoiceNow(invoice.id)).status).toBe("paid");
  return { invoice, depositId };
}
const owedBy = async (merchantId: string) => (await findBalance(receivable(merchantId, "USDT"))).negated().toFixed();
const pendingOf = async (merchantId: string) => (await findBalance(invoicePending(merchantId, "USDT"))).toFixed();
const webhooksOf = async (objectId: string) => {
  const rows = await database().webhookDelivery.findMany({ where: { objectId }, orderBy: { sequence: "asc" } });
  return rows.map(
    ({ payload }) => JSON.parse(payload) as { status: string; payment_amount: string; is_final: boolean },
  );
};

describe("a credited payment that left its chain", () => {
  test("is not reversed before a quorum confirms that it is gone", async () => {
    const merchantId = await newMerchant();
    const { invoice, depositId } = await paidInvoice(merchantId);
    await vanish(depositId, false);
    await settleInvoice(invoice.id);
    expect((await invoiceNow(invoice.id)).status).toBe("paid");
    expect(await walletOf(merchantId)).toBe("99");
  });

  test("is reversed in full, including commission; the invoice reopens, the webhook reports it and the operator is alerted", async () => {
    const merchantId = await newMerchant();
    const { invoice, depositId } = await paidInvoice(merchantId);
    await vanish(depositId, true);
    await settleInvoice(invoice.id);
    const reopened = await invoiceNow(invoice.id);
    expect(reopened).toMatchObject({
      status: "process",
      paymentOutcome: null,
      finalAt: null,
      creditedAmount: null,
      transactionId: null,
    });
    expect(toInvoiceView(reopened, true)).toMatchObject({
      is_final: false,
      payment_amount: null,
      payment_amount_usd: "0.00",
    });
    expect([await walletOf(merchantId), await owedBy(merchantId), await pendingOf(merchantId)]).toEqual([
      "0",
      "0",
      "0",
    ]);
    expect(await database().alarm.count({ where: { kind: "deposit-reversed", subject: depositId } })).toBe(1);
    expect((await webhooksOf(invoice.id)).at(-1)).toMatchObject({
      status: "process",
      payment_amount: "0.00000000",
      is_final: false,
    });
  });

  test("is reversed once, however many workers run", async () => {
    const merchantId = await newMerchant();
    const { invoice, depositId } = await paidInvoice(merchantId);
    const { depositId: other, invoice: otherInvoice } = await paidInvoice(merchantId);
    await vanish(depositId, true);
    await vanish(other, true);
    await Promise.all([invoice, otherInvoice, invoice, otherInvoice, invoice].map(({ id }) => settleInvoice(id)));
    expect([await walletOf(merchantId), await owedBy(merchantId)]).toEqual(["0", "0"]);
    expect(
      await database().journalEntry.count({ where: { kind: "deposit.reverse", reference: `${depositId}:1` } }),
    ).toBe(1);
  });

  test("leaves a debt when the merchant has spent it, which the next payment repays first", async () => {
    const merchantId = await newMerchant();
    const { invoice, depositId } = await paidInvoice(merchantId);
    await spend(merchantId, "70");
    await vanish(depositId, true);
    await settleInvoice(invoice.id);
    expect([await walletOf(merchantId), await owedBy(merchantId)]).toEqual(["0", "70"]);
    await paidInvoice(merchantId);
    expect([await walletOf(merchantId), await owedBy(merchantId)]).toEqual(["29", "0"]);
  });

  test("is credited again exactly once when it is included again", async () => {
    const merchantId = await newMerchant();
    const { invoice, depositId } = await paidInvoice(merchantId);
    await vanish(depositId, true);
    await settleInvoice(invoice.id);
    await includeAgain(depositId);
    await Promise.all([settleInvoice(invoice.id), settleInvoice(invoice.id), settleInvoice(invoice.id)]);
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: "paid", paymentOutcome: "exact", reversedAt: null });
    expect(await walletOf(merchantId)).toBe("99");
    const credits = await database().invoiceCredit.findMany({
      where: { invoiceId: invoice.id },
      orderBy: { inclusion: "asc" },
    });
    expect(credits.map(({ inclusion, reversedAt }) => [inclusion, reversedAt !== null])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect((await webhooksOf(invoice.id)).map(({ status }) => status)).toEqual(["paid", "process", "paid"]);
  });

  test("costs nothing and is not credited again when it comes back before a quorum confirmed its absence", async () => {
    const merchantId = await newMerchant();
    const { invoice, depositId } = await paidInvoice(merchantId);
    await vanish(depositId, false);
    await settleInvoice(invoice.id);
    await includeAgain(depositId);
    await settleInvoice(invoice.id);
    expect(await walletOf(merchantId)).toBe("99");
    expect(await database().deposit.findUnique({ where: { id: depositId } })).toMatchObject({
      status: "confirmed",
      inclusion: 2,
      bookedInclusion: 1,
    });
    await vanish(depositId, true);
    await settleInvoice(invoice.id);
    expect(await walletOf(merchantId)).toBe("0");
    await includeAgain(depositId);
    await settleInvoice(invoice.id);
    expect(await walletOf(merchantId)).toBe("99");
  });

  test("is credited once for each return, even a third and fourth time", async () => {
    const merchantId = await newMerchant();
    const { invoice, depositId } = await paidInvoice(merchantId);
    for (let round = 0; round < 3; round += 1) {
      await vanish(depositId, true);
      await settleInvoice(invoice.id);
      expect(await walletOf(merchantId)).toBe("0");
      await includeAgain(depositId);
      await settleInvoice(invoice.id);
      expect(await walletOf(merchantId)).toBe("99");
    }
  });

  test("makes the invoice fail when it is still gone after 24 hours, not before", async () => {
    const merchantId = await newMerchant();
    const { invoice, depositId } = await paidInvoice(merchantId, { lifetime: "300" });
    await vanish(depositId, true);
    await settleInvoice(invoice.id);
    await readUpTo("bsc", START_HEIGHT, minutesFromNow(60));
    await expireInvoices(minutesFromNow(23 * 60));
    expect((await invoiceNow(invoice.id)).status).toBe("process");
    await expireInvoices(minutesFromNow(24 * 60 + 1));
    const failed = await invoiceNow(invoice.id);
    expect(failed).toMatchObject({ status: "fail", creditedAmount: null, reversedAt: null });
    expect(toPaymentWebhook(failed)).toMatchObject({ status: "fail", payment_amount: "0.00000000", is_final: true });
  });

  test("makes the invoice wait another full day when it is the second part to vanish", async () => {
    const invoice = await newInvoice(await newMerchant());
    const [first, second] = [await pay(invoice, { amount: "40" }), await pay(invoice, { amount: "60" })];
    await settleInvoice(invoice.id);
    await vanish(first, true);
    await settleInvoice(invoice.id);
    await database().invoice.update({ where: { id: invoice.id }, data: { reversedAt: minutesFromNow(-23 * 60) } });
    await vanish(second, true);
    await settleInvoice(invoice.id);
    await settleInvoice(invoice.id, minutesFromNow(2 * 60));
    expect((await invoiceNow(invoice.id)).status).toBe("process");
  });

  test("leaves the other part counted and reported, and another payment in time pays the rest", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    const first = await pay(invoice, { amount: "40" });
    await pay(invoice, { amount: "60" });
    await settleInvoice(invoice.id);
    expect(await walletOf(merchantId)).toBe("99");
    await vanish(first, true);
    await settleInvoice(invoice.id);
    const reopened = await invoiceNow(invoice.id);
    expect([reopened.status, reopened.paidAmount.toFixed(), reopened.creditedAmount?.toFixed()]).toEqual([
      "process",
      "60",
      "59.4",
    ]);
    await pay(invoice, { amount: "40" });
    await settleInvoice(invoice.id);
    const paid = await invoiceNow(invoice.id);
    expect([paid.status, paid.paidAmount.toFixed(), paid.creditedAmount?.toFixed()]).toEqual(["paid", "100", "99"]);
    expect(await walletOf(merchantId)).toBe("99");
  });

  test("leaves another part with the merchant when it is gone permanently", async () => {
    const merchantId = await newMerchant();
    const { invoice, depositId } = await paidInvoice(merchantId, { lifetime: "300" });
    await vanish(depositId, true);
    await settleInvoice(invoice.id);
    await pay(invoice, { amount: "40" });
    await settleInvoice(invoice.id);
    expect([(await invoiceNow(invoice.id)).status, await pendingOf(merchantId)]).toEqual(["process", "40"]);
    await readUpTo("bsc", START_HEIGHT, minutesFromNow(25 * 60));
    await expireInvoices(minutesFromNow(25 * 60));
    expect((await invoiceNow(invoice.id)).status).toBe("wrong_amount");
    expect([await walletOf(merchantId), await pendingOf(merchantId)]).toEqual(["39.6", "0"]);
  });

  test("reopens the invoice for a simultaneous new payment, which pays it", async () => {
    const merchantId = await newMerchant();
    const { invoice, depositId } = await paidInvoice(merchantId);
    await vanish(depositId, true);
    await pay(invoice, { amount: "100", seenAt: minutesFromNow(-10) });
    await settleInvoice(invoice.id);
    expect((await invoiceNow(invoice.id)).status).toBe("paid");
    expect(await walletOf(merchantId)).toBe("99");
    expect(await database().case.count({ where: { invoiceId: invoice.id } })).toBe(0);
  });
});

describe("a payment that left its chain before it was credited", () => {
  test("returns an open invoice to check, and counts once it is in a block again", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    const depositId = await pay(invoice, { amount: "100", height: START_HEIGHT });
    await settleInvoice(invoice.id);
    expect((await invoiceNow(invoice.id)).status).toBe("process");
    await vanish(depositId, false);
    await settleInvoice(invoice.id);
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: "check", transactionId: null });
    await includeAgain(depositId);
    await settleInvoice(invoice.id);
    expect((await invoiceNow(invoice.id)).status).toBe("paid");
    expect(await walletOf(merchantId)).toBe("99");
  });

  test("holds the decision when it was booked as a part, until its absence is confirmed", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    const part = await pay(invoice, { amount: "40" });
    await settleInvoice(invoice.id);
    await vanish(part, false);
    await pay(invoice, { amount: "60" });
    await settleInvoice(invoice.id);
    expect((await invoiceNow(invoice.id)).status).toBe("process");
    expect(await walletOf(merchantId)).toBe("0");
    await vanish(part, true);
    await settleInvoice(invoice.id);
    const open = await invoiceNow(invoice.id);
    expect([open.status, open.paidAmount.toFixed()]).toEqual(["check", "60"]);
    expect(await pendingOf(merchantId)).toBe("60");
  });

  test("is never credited while its absence is unconfirmed, however long that takes", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, { lifetime: "300" });
    const part = await pay(invoice, { amount: "40" });
    await settleInvoice(invoice.id);
    await vanish(part, false);
    await readUpTo("bsc", START_HEIGHT, minutesFromNow(24 * 60));
    await settleInvoice(invoice.id, minutesFromNow(23 * 60));
    expect([(await invoiceNow(invoice.id)).status, await walletOf(merchantId)]).toEqual(["process", "0"]);
    await expireInvoices(minutesFromNow(23 * 60));
    expect((await invoiceNow(invoice.id)).status).toBe("process");
    await vanish(part, true);
    await expireInvoices(minutesFromNow(23 * 60));
    await settleInvoice(invoice.id, minutesFromNow(23 * 60));
    expect([(await invoiceNow(invoice.id)).status, await walletOf(merchantId)]).toEqual(["fail", "0"]);
  });
});
