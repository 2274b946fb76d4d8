import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
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
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";

beforeAll(() => openGateway());
afterEach(async () => {
  expect(await bookDifferences()).toEqual([]);
  for (const network of ["bsc", "polygon"] as const) await readUpTo(network, START_HEIGHT);
});
afterAll(closeDatabase);

const SHORT_LIFE = { lifetime: "300" };
const AFTER = 6;
const statusOf = async (id: string) => (await invoiceNow(id)).status;
/** Marks the network as read up to a block of that time. */
const readBeyond = (minutes: number, height = START_HEIGHT) => readUpTo("bsc", height, minutesFromNow(minutes));

describe("an invoice's expiry", () => {
  test("never happens before the network was read beyond it", async () => {
    const invoice = await newInvoice(await newMerchant(), SHORT_LIFE);
    await expireInvoices(minutesFromNow(AFTER));
    await expireInvoices(minutesFromNow(60 * 24 * 7));
    expect(await statusOf(invoice.id)).toBe("check");
    await readBeyond(4.9);
    await expireInvoices(minutesFromNow(60 * 24 * 7));
    await settleInvoice(invoice.id, minutesFromNow(60 * 24 * 7));
    expect(await statusOf(invoice.id)).toBe("check");
    await readBeyond(5.1);
    await expireInvoices(minutesFromNow(4));
    expect(await statusOf(invoice.id)).toBe("check");
    await expireInvoices(minutesFromNow(AFTER));
    expect(await invoiceNow(invoice.id)).toMatchObject({
      status: "cancel",
      paymentOutcome: null,
      creditedAmount: null,
    });
  });

  test("waits for every network on which the payer was given an address", async () => {
    const invoice = await newInvoice(await newMerchant(), SHORT_LIFE);
    await database().$executeRaw`
      INSERT INTO quotes (id, invoice_id, number, currency_code, network_code, address_id, address, payer_amount, base_amount,
        discount, rate, rate_source, rate_at, usd_rate, commission_rate, commission_fixed, valid_until)
      SELECT gen_random_uuid(), invoice_id, 2, currency_code, 'polygon', address_id, address, payer_amount, base_amount,
        discount, rate, rate_source, rate_at, usd_rate, commission_rate, commission_fixed, valid_until
      FROM quotes WHERE invoice_id = ${invoice.id}::uuid`;
    await readBeyond(AFTER);
    await expireInvoices(minutesFromNow(AFTER));
    expect(await statusOf(invoice.id)).toBe("check");
    await readUpTo("polygon", START_HEIGHT, minutesFromNow(AFTER));
    await expireInvoices(minutesFromNow(AFTER));
    expect(await statusOf(invoice.id)).toBe("cancel");
  });

  test("waits, in a coin that contracts pay without a listed transfer, for a later balance check, or six hours if checks fail", async () => {
    const [looked, never] = await Promise.all(
      [1, 2].map(async () => newInvoice(await newMerchant(), { ...SHORT_LIFE, to_currency: "BNB" })),
    );
    if (looked === undefined || never === undefined) return expect.fail();
    const note = ({ currentQuote }: Invoice, data: { checkedUntil?: Date | null; failedAt?: Date }) => {
      const where = { networkCode: "bsc", addressId: currentQuote?.addressId ?? expect.fail() };
      return database().balanceCheck.updateMany({ where, data });
    };
    await readBeyond(5 + 361);
    await note(never, { checkedUntil: null });
    for (const checkedUntil of [null, minutesFromNow(4.9)]) {
      await note(looked, { checkedUntil });
      await expireInvoices(minutesFromNow(AFTER));
      await settleInvoice(looked.id, minutesFromNow(AFTER));
      expect(await statusOf(looked.id)).toBe("check");
    }
    await note(looked, { checkedUntil: minutesFromNow(5.1) });
    await expireInvoices(minutesFromNow(AFTER));
    expect([await statusOf(looked.id), await statusOf(never.id)]).toEqual(["cancel", "check"]);
    // No check was made, because no node answered: everything waits.
    await expireInvoices(minutesFromNow(5 + 361));
    expect(await statusOf(never.id)).toBe("check");
    await note(never, { failedAt: minutesFromNow(AFTER) });
    await expireInvoices(minutesFromNow(5 + 359));
    expect(await statusOf(never.id)).toBe("check");
    await expireInvoices(minutesFromNow(5 + 361));
    expect(await statusOf(never.id)).toBe("cancel");
  });

  test("depends on no network when no coin was chosen", async () => {
    const invoice = await newInvoice(await newMerchant(), { ...SHORT_LIFE, currency: "USD", network: null });
    await expireInvoices(minutesFromNow(AFTER));
    expect(await statusOf(invoice.id)).toBe("cancel");
  });

  test("ends as wrong_amount with a part of the sum, and the part is credited", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, SHORT_LIFE);
    await pay(invoice, { amount: "99.9" });
    await settleInvoice(invoice.id);
    await readBeyond(AFTER);
    await Promise.all([1, 2, 3].map(() => expireInvoices(minutesFromNow(AFTER))));
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: "wrong_amount", paymentOutcome: "under" });
    expect(await walletOf(merchantId)).toBe("98.901");
  });
});

describe("a payment that was in a block in time", () => {
  test("pays the invoice although it is read long after the expiry because the watcher was down", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, SHORT_LIFE);
    await expireInvoices(minutesFromNow(60));
    await pay(invoice, { amount: "100", blockTime: minutesFromNow(4), seenAt: minutesFromNow(60) });
    await readBeyond(60);
    await settleInvoice(invoice.id, minutesFromNow(60));
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: "paid", paymentOutcome: "exact" });
    expect(await walletOf(merchantId)).toBe("99");
  });

  test("holds the decision for six hours at most while unconfirmed at expiry", async () => {
    const merchantId = await newMerchant();
    const [held, given] = [await newInvoice(merchantId, SHORT_LIFE), await newInvoice(merchantId, SHORT_LIFE)];
    const late = await pay(held, { amount: "100", height: START_HEIGHT });
    await pay(given, { amount: "100", height: START_HEIGHT });
    for (const { id } of [held, given]) await settleInvoice(id);
    await readBeyond(AFTER);
    await expireInvoices(minutesFromNow(5 + 359));
    await settleInvoice(held.id, minutesFromNow(5 + 359));
    expect([await statusOf(held.id), await statusOf(given.id)]).toEqual(["process", "process"]);
    await readBeyond(360, START_HEIGHT + CONFIRMATIONS - 1);
    await settleInvoice(given.id, minutesFromNow(5 + 359));
    expect(await statusOf(given.id)).toBe("paid");
    await readBeyond(365, START_HEIGHT);
    await expireInvoices(minutesFromNow(5 + 361));
    expect(await statusOf(held.id)).toBe("cancel");
    await readBeyond(366, START_HEIGHT + CONFIRMATIONS - 1);
    await settleInvoice(held.id, minutesFromNow(5 + 362));
    expect(await database().case.findUnique({ where: { depositId: late } })).toMatchObject({
      kind: "late",
      status: "open",
    });
  });

  test("ends the invoice as fail when it was the only one and vanishes permanently", async () => {
    const invoice = await newInvoice(await newMerchant(), SHORT_LIFE);
    const depositId = await pay(invoice, { amount: "100", height: START_HEIGHT });
    await settleInvoice(invoice.id);
    await vanish(depositId, false);
    await readBeyond(AFTER);
    await expireInvoices(minutesFromNow(AFTER));
    expect(await statusOf(invoice.id)).toBe("fail");
  });

  test("confirmed at the same time as the expiry pays or closes, never both, and is never lost", async () => {
    const merchantId = await newMerchant();
    for (let round = 0; round < 6; round += 1) {
      const invoice = await newInvoice(merchantId, SHORT_LIFE);
      await readBeyond(AFTER);
      await pay(invoice, { amount: "100" });
      await Promise.all([
        settleInvoice(invoice.id, minutesFromNow(AFTER)),
        expireInvoices(minutesFromNow(AFTER)),
        settleInvoice(invoice.id),
      ]);
      expect(await statusOf(invoice.id)).toBe("paid");
    }
    expect(await walletOf(merchantId)).toBe("594");
  });
});

describe("a payment that is only in a mempool", () => {
  const inMempool = async (depositId: string, seenAt: Date) =>
    database().deposit.update({
      where: { id: depositId },
      data: { blockHeight: null, blockHash: null, blockTime: null, seenAt },
    });
  const intoBlock = (depositId: string, blockTime: Date) =>
    database().deposit.update({
      where: { id: depositId },
      data: { blockHeight: BigInt(START_HEIGHT - CONFIRMATIONS + 1), blockHash: "0x1", blockTime },
    });

  test("holds the decision for six hours at most when in time, and counts as in time if its block comes before that", async () => {
    const merchantId = await newMerchant();
    const [held, given] = [await newInvoice(merchantId, SHORT_LIFE), await newInvoice(merchantId, SHORT_LIFE)];
    const late = await pay(held, { amount: "100" });
    const inTime = await pay(given, { amount: "100" });
    for (const id of [late, inTime]) await inMempool(id, minutesFromNow(4));
    for (const { id } of [held, given]) await settleInvoice(id);
    expect([await statusOf(held.id), await statusOf(given.id)]).toEqual(["process", "process"]);
    await readBeyond(AFTER);
    await expireInvoices(minutesFromNow(5 + 359));
    await settleInvoice(held.id, minutesFromNow(5 + 359));
    expect([await statusOf(held.id), await statusOf(given.id)]).toEqual(["process", "process"]);
    expect(await walletOf(merchantId)).toBe("0");
    await intoBlock(inTime, minutesFromNow(300));
    await settleInvoice(given.id, minutesFromNow(5 + 359));
    expect(await invoiceNow(given.id)).toMatchObject({ status: "paid", paymentOutcome: "exact" });
    await expireInvoices(minutesFromNow(5 + 361));
    expect(await statusOf(held.id)).toBe("cancel");
    await intoBlock(late, minutesFromNow(362));
    await settleInvoice(held.id, minutesFromNow(5 + 363));
    expect(await database().case.findUnique({ where: { depositId: late } })).toMatchObject({ kind: "late" });
    expect(await walletOf(merchantId)).toBe("99");
  });

  test("holds nothing when it was seen after the expiry", async () => {
    const invoice = await newInvoice(await newMerchant(), SHORT_LIFE);
    await inMempool(await pay(invoice, { amount: "100" }), minutesFromNow(5.5));
    await readBeyond(AFTER);
    await expireInvoices(minutesFromNow(AFTER));
    expect(await statusOf(invoice.id)).toBe("cancel");
  });

  test("is expected again when it is replaced while the invoice is open, and makes the invoice fail after that", async () => {
    const merchantId = await newMerchant();
    const [open, over] = [await newInvoice(merchantId, SHORT_LIFE), await newInvoice(merchantId, SHORT_LIFE)];
    const deposits = [await pay(open, { amount: "100" }), await pay(over, { amount: "100" })];
    for (const id of deposits) await inMempool(id, minutesFromNow(1));
    for (const { id } of [open, over]) await settleInvoice(id);
    for (const id of deposits) await vanish(id, false);
    await settleInvoice(open.id, minutesFromNow(2));
    expect(await statusOf(open.id)).toBe("check");
    await readBeyond(AFTER);
    await settleInvoice(over.id, minutesFromNow(AFTER));
    expect(await statusOf(over.id)).toBe("fail");
  });

  test("is not booked, however far the chain was read meanwhile", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    await inMempool(await pay(invoice, { amount: "100" }), new Date());
    await readUpTo("bsc", 1_000_000);
    await settleInvoice(invoice.id);
    expect(await statusOf(invoice.id)).toBe("process");
    expect(await walletOf(merchantId)).toBe("0");
  });
});
