import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, database } from "@/lib/kernel/db";
import type { PayerReason } from "@/lib/kernel/refusals";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { refreshInvoice } from "@/lib/money-in/invoices/refresh-invoice";
import { RENEWALS_A_DAY, renewForPayer } from "@/lib/money-in/invoices/renew-for-payer";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  CONFIRMATIONS,
  invoiceNow,
  minutesFromNow,
  NETWORKS,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  setPrice,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

const IN_ETH = { currency: "USD", to_currency: "ETH", network: "eth", lifetime: "600" };

let merchantId: string;
beforeAll(() => openGateway(400));
beforeEach(async () => {
  merchantId = await newMerchant();
  await database().merchant.update({ where: { id: merchantId }, data: { payerMayRefresh: true } });
  await setPrice("ETH", "2000");
});
afterEach(async () => {
  expect(await bookDifferences()).toEqual([]);
});
afterAll(closeDatabase);

/** Moves the expiry into the past and reads the networks beyond it. */
async function runOut({ id }: Pick<Invoice, "id">): Promise<void> {
  await database().invoice.update({ where: { id }, data: { expiresAt: minutesFromNow(-1) } });
  for (const network of NETWORKS) await readUpTo(network, START_HEIGHT, new Date());
}

/** Creates an invoice of 100 dollars, 0.05 ETH at 2000, that has expired and is closed. */
async function expired(fields: Record<string, unknown> = {}): Promise<Invoice> {
  const created = await newInvoice(merchantId, { ...IN_ETH, url_callback: "https://shop.example/hook", ...fields });
  await runOut(created);
  await expireInvoices();
  expect((await invoiceNow(created.id)).status).toBe("cancel");
  return await invoiceNow(created.id);
}

const quotesOf = (invoiceId: string) => database().quote.findMany({ where: { invoiceId }, orderBy: { number: "asc" } });
const kindsOf = async (invoiceId: string) =>
  (await database().invoiceEvent.findMany({ where: { invoiceId }, orderBy: { id: "asc" } })).map(({ kind }) => kind);
const amountOf = async (id: string) => (await invoiceNow(id)).currentQuote?.payerAmount.toFixed();

describe("a payer's renewal", () => {
  test("reopens the invoice for its lifetime, at the current price and the same address", async () => {
    const old = await expired();
    await setPrice("ETH", "4000");
    const earliest = minutesFromNow(10).getTime();
    await renewForPayer(old.id);
    const latest = minutesFromNow(10).getTime();
    const renewed = await invoiceNow(old.id);
    expect(renewed).toMatchObject({ status: "check", finalAt: null, lifetimeSeconds: 600 });
    expect(renewed.expiresAt.getTime()).toBeGreaterThanOrEqual(earliest);
    expect(renewed.expiresAt.getTime()).toBeLessThanOrEqual(latest);
    expect(renewed.currentQuote).toMatchObject({ number: 2, address: old.currentQuote?.address });
    expect([old.currentQuote?.payerAmount.toFixed(), await amountOf(old.id)]).toEqual(["0.05", "0.025"]);
    expect(await kindsOf(old.id)).toEqual(["created", "status", "renewed", "status"]);
    const told = await database().webhookDelivery.findMany({
      where: { objectId: old.id },
      orderBy: { sequence: "asc" },
    });
    expect(told.map(({ eventStatus }) => eventStatus)).toEqual(["cancel", "check"]);
  });

  test("closes an overdue invoice first, so that the payer need not wait for a scan", async () => {
    const created = await newInvoice(merchantId, IN_ETH);
    await runOut(created);
    await renewForPayer(created.id);
    expect(await kindsOf(created.id)).toEqual(["created", "status", "renewed", "status"]);
  });

  test("happens once for several clicks or tabs, and the invoice is paid like any other", async () => {
    const old = await expired();
    await Promise.all([renewForPayer(old.id), renewForPayer(old.id), renewForPayer(old.id)]);
    await renewForPayer(old.id);
    expect(await quotesOf(old.id)).toHaveLength(2);
    await pay(old, { amount: "0.05", currency: "ETH", network: "eth" });
    await settleInvoice(old.id);
    expect(await invoiceNow(old.id)).toMatchObject({ status: "paid", paymentOutcome: "exact" });
    expect(await walletOf(merchantId, "ETH")).toBe("0.0495");
  });

  /**
   * Expires after ten minutes, is closed in the eleventh, sent in a block of the twelfth and
   * renewed in the fourteenth; the deposit is recorded after that.
   */
  async function sentBetween(seenAt: Date) {
    const old = await newInvoice(merchantId, IN_ETH);
    for (const network of NETWORKS) await readUpTo(network, START_HEIGHT, minutesFromNow(11));
    await expireInvoices(minutesFromNow(11));
    await setPrice("ETH", "4000");
    await renewForPayer(old.id, null, minutesFromNow(14));
    expect([(await invoiceNow(old.id)).status, await amountOf(old.id)]).toEqual(["check", "0.025"]);
    const came = { amount: "0.05", currency: "ETH", network: "eth", blockTime: minutesFromNow(12), seenAt } as const;
    const depositId = await pay(old, came);
    await settleInvoice(old.id, minutesFromNow(15));
    return { invoice: await invoiceNow(old.id), depositId };
  }

  test("treats a payment sent after expiry and seen before the renewal as late, since the old price had expired", async () => {
    const { invoice, depositId } = await sentBetween(minutesFromNow(13));
    expect(invoice.status).toBe("check");
    expect(invoice.paidAmount.toFixed()).toBe("0");
    const opened = await database().case.findUniqueOrThrow({ where: { depositId } });
    expect(opened).toMatchObject({ kind: "late", status: "open" });
    expect(await walletOf(merchantId, "ETH")).toBe("0");
  });

  test("counts a payment sent after expiry but first seen after the renewal, at the new price", async () => {
    const { invoice, depositId } = await sentBetween(minutesFromNow(15));
    expect(invoice).toMatchObject({ status: "paid_over", paymentOutcome: "over" });
    expect(await database().case.count({ where: { depositId } })).toBe(0);
    expect(await walletOf(merchantId, "ETH")).toBe("0.0495");
  });

  test.each([
    ["made after the renewal", 21],
    ["made just before the renewal and not yet read", 19],
  ])("ends the price of another coin: its payment %s is late", async (_when, minutes) => {
    const old = await expired({ to_currency: undefined, currency: "ETH", network: undefined, amount: "0.05" });
    await renewForPayer(old.id, { currency: "ETH", network: "eth" });
    await runOut(old);
    await expireInvoices();
    await renewForPayer(old.id, { currency: "ETH", network: "bsc" }, minutesFromNow(20));
    const came = { amount: "0.05", currency: "ETH", seenAt: minutesFromNow(21) };
    const depositId = await pay(old, { ...came, network: "eth", blockTime: minutesFromNow(minutes) });
    await settleInvoice(old.id);
    expect(await invoiceNow(old.id)).toMatchObject({ status: "check" });
    const opened = await database().case.findUniqueOrThrow({ where: { depositId } });
    expect(opened).toMatchObject({ kind: "late", status: "open" });
    await pay(old, { ...came, network: "bsc" });
    await settleInvoice(old.id);
    expect(await invoiceNow(old.id)).toMatchObject({ status: "paid", paymentOutcome: "exact" });
  });

  test("may choose another coin while the first one's network cannot be read", async () => {
    const old = await expired({ to_currency: undefined, currency: "ETH", network: undefined, amount: "0.05" });
    await renewForPayer(old.id, { currency: "ETH", network: "eth" });
    await runOut(old);
    await expireInvoices();
    await database().network.update({ where: { code: "eth" }, data: { isEnabled: false } });
    clearCatalogCache();
    try {
      await expect(renewForPayer(old.id)).rejects.toMatchObject({ code: "unavailable" });
      expect((await invoiceNow(old.id)).status).toBe("cancel");
      await renewForPayer(old.id, { currency: "ETH", network: "bsc" });
      expect((await invoiceNow(old.id)).currentQuote).toMatchObject({ networkCode: "bsc", number: 2 });
    } finally {
      await database().network.update({ where: { code: "eth" }, data: { isEnabled: true } });
      clearCatalogCache();
    }
  });

  test("restores the choice of coins where none was chosen", async () => {
    const old = await expired({ to_currency: undefined, network: undefined });
    await renewForPayer(old.id);
    expect(await invoiceNow(old.id)).toMatchObject({ status: "check", currentQuote: null });
  });
});

describe("a payer's renewal is rejected", () => {
  const refused = async (id: string, reason: PayerReason) => {
    const before = await invoiceNow(id);
    await expect(renewForPayer(id)).rejects.toMatchObject({ code: "refused", reason });
    expect(await invoiceNow(id)).toEqual(before);
  };

  test("where the merchant does not allow it, or accepts no payments", async () => {
    const old = await expired();
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: new Date() } });
    await refused(old.id, "renewal_needs_shop");
    await database().merchant.update({
      where: { id: merchantId },
      data: { paymentsBlockedAt: null, payerMayRefresh: false },
    });
    await refused(old.id, "renewal_needs_shop");
  });

  test("for an invoice that ended more than a week ago, which its shop can renew", async () => {
    const [old, older] = [await expired(), await expired()];
    const week = 7 * 24 * 60;
    const end = (id: string, minutes: number) =>
      database().invoice.update({ where: { id }, data: { expiresAt: minutesFromNow(-minutes) } });
    await end(older.id, week + 1);
    await refused(older.id, "renewal_needs_shop");
    expect((await loadPayView(older.id))?.isRenewable).toBe(false);
    await refreshInvoice(await getMerchant(merchantId), await invoiceNow(older.id), 600);
    expect((await invoiceNow(older.id)).status).toBe("check");
    await end(old.id, week - 1);
    expect((await loadPayView(old.id))?.isRenewable).toBe(true);
    await renewForPayer(old.id);
    expect((await invoiceNow(old.id)).status).toBe("check");
  });

  test("for an invoice that the merchant has cancelled, until the shop renews it", async () => {
    const old = await expired();
    await database().invoiceEvent.create({ data: { invoiceId: old.id, kind: "cancelled", detail: {} } });
    await refused(old.id, "renewal_impossible");
    await database().invoiceEvent.create({ data: { invoiceId: old.id, kind: "refreshed", detail: {} } });
    await renewForPayer(old.id);
    expect((await invoiceNow(old.id)).status).toBe("check");
  });

  test("once a payment was seen or became a case, until that is refunded", async () => {
    const old = await expired();
    const depositId = await pay(old, { amount: "0.05", currency: "ETH", network: "eth", height: START_HEIGHT + 5 });
    await refused(old.id, "renewal_paid");
    await database().deposit.update({
      where: { id: depositId },
      data: { blockHeight: BigInt(START_HEIGHT - CONFIRMATIONS) },
    });
    await settleInvoice(old.id);
    expect(await database().case.count({ where: { depositId, kind: "late", status: "open" } })).toBe(1);
    await refused(old.id, "renewal_paid");
    await database().case.updateMany({ where: { depositId }, data: { status: "refunded", closedAt: new Date() } });
    await renewForPayer(old.id);
    await settleInvoice(old.id);
    expect(await invoiceNow(old.id)).toMatchObject({ status: "check" });
    expect((await invoiceNow(old.id)).paidAmount.toFixed()).toBe("0");
    // No refund was sent in fact, and the ledger is audited after each test.
    await database().case.updateMany({ where: { depositId }, data: { status: "open", closedAt: null } });
  });

  test("but not when the seen payment has left its chain unbooked", async () => {
    const old = await expired();
    const depositId = await pay(old, { amount: "0.05", currency: "ETH", network: "eth", height: START_HEIGHT + 5 });
    await vanish(depositId, false);
    await renewForPayer(old.id);
    expect((await invoiceNow(old.id)).status).toBe("check");
  });

  test("more often than a few times a day, or beyond ten quotes", async () => {
    const old = await expired();
    for (let count = 0; count < RENEWALS_A_DAY; count += 1) {
      await renewForPayer(old.id);
      await runOut(old);
      await expireInvoices();
    }
    await refused(old.id, "renewed_too_often");
    const other = await expired();
    const [first] = await quotesOf(other.id);
    if (first === undefined) return expect.fail("a quote");
    const { id: _, ...terms } = first;
    await database().quote.createMany({
      data: Array.from({ length: 9 }, (_, index) => ({ ...terms, number: index + 2 })),
    });
    await refused(other.id, "renewed_too_often");
  });

  test("for a payment that is open, paid or unknown", async () => {
    const { id } = await newInvoice(merchantId, IN_ETH);
    await renewForPayer(id);
    expect(await quotesOf(id)).toHaveLength(1);
    await pay(await invoiceNow(id), { amount: "0.05", currency: "ETH", network: "eth" });
    await settleInvoice(id);
    await refused(id, "renewal_impossible");
    await expect(renewForPayer("00000000-0000-4000-8000-000000000000")).rejects.toMatchObject({ code: "not_found" });
  });
});
