import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  drainPool,
  fillPool,
  invoiceNow,
  minutesFromNow,
  NETWORKS,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  payAddress,
  readUpTo,
  START_HEIGHT,
  setPrice,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { toInvoiceView } from "@/lib/money-in/invoices/wire-view";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

let merchantId: string;
beforeAll(() => openGateway());
beforeEach(async () => {
  merchantId = await newMerchant();
});
afterEach(async () => {
  expect(await bookDifferences()).toEqual([]);
});
afterAll(closeDatabase);

/** Times may be stored in whole seconds. */
const WHOLE_SECOND_MS = 1_000;
const URL_CALLBACK = "https://shop.example/hook";
const create = (fields: Record<string, unknown> = {}) =>
  newInvoice(merchantId, { url_callback: URL_CALLBACK, ...fields });
const refresh = (invoice: Pick<Invoice, "orderId">, fields: Record<string, unknown> = {}) =>
  create({ order_id: invoice.orderId, is_refresh: true, ...fields });

/** Moves the expiry into the past and reads the networks beyond it. */
async function runOut(invoice: Pick<Invoice, "id">): Promise<void> {
  await database().invoice.update({ where: { id: invoice.id }, data: { expiresAt: minutesFromNow(-1) } });
  for (const network of NETWORKS) await readUpTo(network, START_HEIGHT, new Date());
}
async function expired(fields: Record<string, unknown> = {}): Promise<Invoice> {
  const { id } = await create(fields);
  await runOut({ id });
  await expireInvoices();
  const invoice = await invoiceNow(id);
  expect(invoice.status).toBe("cancel");
  return invoice;
}
const quotesOf = (id: string) => database().quote.findMany({ where: { invoiceId: id }, orderBy: { number: "asc" } });
const eventsOf = async (id: string) =>
  (await database().invoiceEvent.findMany({ where: { invoiceId: id }, orderBy: { id: "asc" } })).map(
    ({ kind }) => kind,
  );
const webhooksOf = async (objectId: string) =>
  (await database().webhookDelivery.findMany({ where: { objectId }, orderBy: { sequence: "asc" } })).map(
    ({ eventStatus }) => eventStatus,
  );
const payTo = (invoice: Invoice, quote: { addressId: bigint; address: string }, amount: string) =>
  payAddress({ id: quote.addressId, address: quote.address, ownerId: invoice.id }, { amount });

describe("is_refresh on an expired invoice", () => {
  test("changes address, status and expiry, and nothing else that the shop sees", async () => {
    const old = await expired({
      amount: "10",
      currency: "USD",
      to_currency: "ETH",
      network: "eth",
      discount_percent: 5,
    });
    await setPrice("ETH", "4000");
    const askedAt = Date.now();
    const renewed = await refresh(old, { amount: "77", currency: "EUR", lifetime: 600, additional_data: "other" });
    const answeredAt = Date.now();
    const [before, after] = [toInvoiceView(old, false), toInvoiceView(renewed, false)];
    const changed = Object.entries(after).filter(([key, value]) => before[key as keyof typeof before] !== value);
    expect(changed.map(([key]) => key).filter((key) => key !== "updated_at")).toEqual([
      "address",
      "payment_status",
      "expired_at",
      "status",
      "is_final",
      "address_qr_code",
    ]);
    expect(after).toMatchObject({
      payment_status: "check",
      status: "check",
      is_final: false,
      payer_amount: "0.00475000",
    });
    const renewedAt = renewed.expiresAt.getTime() - 600_000;
    expect([renewedAt >= askedAt - WHOLE_SECOND_MS, renewedAt <= answeredAt + WHOLE_SECOND_MS]).toEqual([true, true]);
    expect(renewed).toEqual(await invoiceNow(old.id));
    await setPrice("ETH", "2000");
  });

  test("adds a quote of the same price and keeps the old one; the time line and the webhook record it", async () => {
    const old = await expired();
    await refresh(old);
    const [first, second] = await quotesOf(old.id);
    if (first === undefined || second === undefined) return expect.fail("two quotes");
    const { id: _id, number: _, addressId, address, createdAt, validUntil, ...price } = first;
    expect(second).toMatchObject(price);
    expect(second.number).toBe(2);
    expect([second.addressId === addressId, second.address === address]).toEqual([false, false]);
    expect([second.createdAt > createdAt, second.validUntil > validUntil]).toEqual([true, true]);
    expect((await invoiceNow(old.id)).currentQuote?.id).toBe(second.id);
    expect(await eventsOf(old.id)).toEqual(["created", "status", "refreshed", "status"]);
    expect(await webhooksOf(old.id)).toEqual(["cancel", "check"]);
  });

  test("counts payments to the new and the old address", async () => {
    const old = await expired();
    const renewed = await refresh(old);
    if (old.currentQuote === null || renewed.currentQuote === null) return expect.fail("quotes");
    await payTo(renewed, old.currentQuote, "40");
    await settleInvoice(old.id);
    expect(await invoiceNow(old.id)).toMatchObject({ status: "check" });
    await payTo(renewed, renewed.currentQuote, "60");
    await settleInvoice(old.id);
    expect(await invoiceNow(old.id)).toMatchObject({ status: "paid", paymentOutcome: "exact" });
    expect(await walletOf(merchantId)).toBe("99");
  });

  test("leaves a late payment's pending case open", async () => {
    const old = await expired();
    if (old.currentQuote === null) return expect.fail("a quote");
    await payTo(old, old.currentQuote, "30");
    await settleInvoice(old.id);
    await refresh(old);
    await settleInvoice(old.id);
    expect((await invoiceNow(old.id)).paidAmount.toFixed()).toBe("0");
    expect(await database().case.findMany({ where: { invoiceId: old.id } })).toMatchObject([
      { kind: "late", status: "open" },
    ]);
  });

  test("requested eight times concurrently renews it once, with the same response for every caller", async () => {
    const old = await expired();
    const taken = await database().address.count({ where: { ownerId: old.id } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(old)));
    expect(new Set(answers.map((invoice) => JSON.stringify(toInvoiceView(invoice, true)))).size).toBe(1);
    expect((await quotesOf(old.id)).length).toBe(2);
    expect(await database().address.count({ where: { ownerId: old.id } })).toBe(taken + 1);
    expect(await webhooksOf(old.id)).toEqual(["cancel", "check"]);
  });

  test("and a payment settled concurrently never both count and close it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const old = await expired();
      if (old.currentQuote === null) return expect.fail("a quote");
      await payTo(old, old.currentQuote, "100");
      await Promise.all([refresh(old), settleInvoice(old.id), settleInvoice(old.id)]);
      await settleInvoice(old.id);
      const { status } = await invoiceNow(old.id);
      const cases = await database().case.count({ where: { invoiceId: old.id } });
      // Settled before the renewal, the payment was late; settled after it, it pays.
      expect([`${status} ${cases}`]).toEqual([cases === 1 ? "check 1" : "paid 0"]);
    }
  });

  test("expires again and is renewed again, at the last address once it has ten quotes", async () => {
    const first = await expired();
    for (let count = 2; count <= 12; count += 1) {
      const renewed = await refresh(first);
      expect(renewed.status).toBe("check");
      await runOut(first);
      await expireInvoices();
    }
    const quotes = await quotesOf(first.id);
    expect([quotes.length, new Set(quotes.map(({ address }) => address)).size]).toEqual([10, 10]);
    expect((await refresh(first)).currentQuote?.address).toBe(quotes.at(-1)?.address);
  });

  test("without a coin renews only status and expiry, and the payer may choose again", async () => {
    const old = await expired({ currency: "USD", network: null });
    const renewed = await refresh(old, { lifetime: 900 });
    expect(renewed).toMatchObject({ status: "check", currentQuote: null });
    expect(await database().address.count({ where: { ownerId: old.id } })).toBe(0);
    await chooseCoin(old.id, { currency: "USDT", network: "bsc" });
    expect((await invoiceNow(old.id)).currentQuote?.number).toBe(1);
  });

  test("lets the payer choose another coin afterwards, at the invoice's newest address", async () => {
    const old = await expired({ currency: "USD", network: null });
    await refresh(old);
    await chooseCoin(old.id, { currency: "USDT", network: "bsc" });
    await runOut(old);
    const renewed = await refresh(old);
    await chooseCoin(old.id, { currency: "USDC", network: "polygon" });
    const chosen = await invoiceNow(old.id);
    expect(chosen.currentQuote).toMatchObject({ number: 3, address: renewed.currentQuote?.address });
  });
});

describe("is_refresh", () => {
  test("creates an invoice on a first call", async () => {
    const order_id = randomUUID();
    const made = await Promise.all(Array.from({ length: 4 }, () => create({ order_id, is_refresh: true })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await quotesOf(made[0]?.id ?? "")).length).toBe(1);
  });

  test("returns an open, a paid and an underpaid invoice unchanged", async () => {
    const [open, paid, short] = [await create(), await create(), await create({ is_payment_multiple: false })];
    await pay(paid, { amount: "100" });
    await pay(short, { amount: "50" });
    for (const { id } of [paid, short]) await settleInvoice(id);
    for (const { id, orderId } of [open, paid, short]) {
      const before = await invoiceNow(id);
      expect(await refresh({ orderId }, { lifetime: 300 })).toEqual(before);
      expect(await invoiceNow(id)).toEqual(before);
    }
    expect((await invoiceNow(short.id)).status).toBe("wrong_amount");
  });

  test("closes an expired invoice before the scan does, then renews it", async () => {
    const invoice = await create();
    await runOut(invoice);
    const renewed = await refresh(invoice);
    expect([renewed.status, renewed.currentQuote?.number]).toEqual(["check", 2]);
    expect(renewed.expiresAt > new Date()).toBe(true);
    expect(await webhooksOf(invoice.id)).toEqual(["cancel", "check"]);
  });

  test("leaves an invoice unchanged whose payment may still be found", async () => {
    const invoice = await create();
    await runOut(invoice);
    await readUpTo("bsc", START_HEIGHT, minutesFromNow(-2));
    expect(await refresh(invoice)).toMatchObject({ status: "check", currentQuote: { number: 1 } });
    expect((await invoiceNow(invoice.id)).expiresAt < new Date()).toBe(true);
  });

  test("returns Server error when the database connection ends, and may be retried", async () => {
    const invoice = await expired();
    const holder = await connectionPool().connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT 1 FROM invoices WHERE id = $1 FOR UPDATE", [invoice.id]);
      const asked = refresh(invoice).catch((error: unknown) => error);
      await vi.waitFor(async () => {
        // Not on the holder's connection: inside a transaction the first answer is repeated.
        const { rowCount } = await connectionPool().query(`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND datname = current_database() AND pid <> pg_backend_pid()`);
        expect(rowCount).toBe(1);
      }, 60_000);
      expect(await asked).toMatchObject({ name: "AppError", message: "temporarily_unavailable" });
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
    expect((await refresh(invoice)).status).toBe("check");
  });

  test("is rejected for a blocked merchant, without a free address, and on a stalled network; nothing changes", async () => {
    const old = await expired();
    const refusal = () =>
      refresh(old).then(
        () => "renewed",
        (error: Error) => error.message,
      );
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: new Date() } });
    expect(await refusal()).toBe("payments_blocked");
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: null } });
    await drainPool();
    expect(await refusal()).toBe("terminal_not_found");
    await fillPool(100);
    await database().chainCursor.update({ where: { networkCode: "bsc" }, data: { stoppedAt: new Date() } });
    clearCatalogCache();
    expect(await refusal()).toBe("terminal_not_found");
    await database().chainCursor.update({ where: { networkCode: "bsc" }, data: { stoppedAt: null } });
    clearCatalogCache();
    expect(await invoiceNow(old.id)).toEqual(old);
    await setPrice("USDT", "1", 121);
    expect((await refresh(old)).status).toBe("check");
    await setPrice("USDT", "1");
  });
});
