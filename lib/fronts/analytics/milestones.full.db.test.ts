import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { GET as getPage } from "@/app/pay/[uuid]/route";
import { clearPageViewCache, recordPageView } from "@/lib/fronts/analytics/record-page-view";
import { closeDatabase, database } from "@/lib/kernel/db";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { markAsPaid } from "@/lib/money-in/invoices/mark-as-paid";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { minutesFromNow, newInvoice, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp, topUpsOf } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { sentStatements } from "@/lib/testing/sent-statements";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
let merchantId = "";

beforeAll(async () => {
  await openGateway();
  merchantId = await newMerchant();
});
afterEach(clearPageViewCache);
afterAll(closeDatabase);

const milestone = (invoiceId: string) => database().invoiceMilestone.findUnique({ where: { invoiceId } });
const openPage = (uuid: string, headers: Record<string, string> = { "user-agent": BROWSER }, method = "GET") =>
  getPage(new Request(`http://gateway.example/pay/${uuid}`, { method, headers }), {
    params: Promise.resolve({ uuid }),
  });
const payerChooses = () => newInvoice(merchantId, { currency: "USD", network: null, amount: "50" });
const note = (invoiceId: string, at: Date) =>
  recordPageView({ invoiceId, at, findUserId: () => Promise.resolve(null) });

/** It is written after the page was sent. */
async function openedAt(invoiceId: string): Promise<Date | null> {
  await expect.poll(async () => (await milestone(invoiceId))?.openedAt ?? null).not.toBeNull();
  return (await milestone(invoiceId))?.openedAt ?? null;
}

const isOfMilestones = (statement: string) => statement.includes("invoice_milestones");

describe("an invoice", () => {
  test("in a fixed coin is chosen from the start; seen and paid follow from events", async () => {
    const invoice = await newInvoice(merchantId);
    const first = await milestone(invoice.id);
    expect(first).toMatchObject({
      currencyCode: "USDT",
      networkCode: "bsc",
      seenAt: null,
      paidAt: null,
      openedAt: null,
    });
    expect(first?.coinSelectedAt).toBeInstanceOf(Date);
    await pay(invoice, { amount: "40" });
    await settleInvoice(invoice.id);
    const seen = await milestone(invoice.id);
    expect(seen).toMatchObject({ coinSelectedAt: first?.coinSelectedAt, seenAt: expect.any(Date), paidAt: null });
    await pay(invoice, { amount: "60" });
    await settleInvoice(invoice.id);
    expect(await milestone(invoice.id)).toMatchObject({ seenAt: seen?.seenAt, paidAt: expect.any(Date) });
  });

  test("whose payer changes the coin keeps the time of the first choice and the coin of the last", async () => {
    const { id } = await payerChooses();
    expect(await milestone(id)).toBeNull();
    await chooseCoin(id, { currency: "USDT", network: "bsc" });
    const first = await milestone(id);
    await chooseCoin(id, { currency: "ETH", network: "eth" });
    const second = await milestone(id);
    expect(second).toMatchObject({ coinSelectedAt: first?.coinSelectedAt, currencyCode: "ETH", networkCode: "eth" });
  });

  test("that is chosen, opened and settled concurrently gets one row with all milestones", async () => {
    const invoice = await payerChooses();
    const choose = (currency: string) => chooseCoin(invoice.id, { currency, network: "bsc" }).catch(() => undefined);
    await Promise.all([choose("USDT"), choose("USDC"), note(invoice.id, minutesFromNow(0)), choose("USDT")]);
    await pay(invoice, { amount: "50" });
    await Promise.all(Array.from({ length: 4 }, () => settleInvoice(invoice.id)));
    const { openedAt: opened, coinSelectedAt, seenAt } = (await milestone(invoice.id)) ?? {};
    expect([opened, coinSelectedAt, seenAt]).toEqual([expect.any(Date), expect.any(Date), expect.any(Date)]);
  });

  test("marked as paid manually is paid but not seen", async () => {
    const { id } = await newInvoice(merchantId);
    await markAsPaid(merchantId, { uuid: id, order_id: null });
    expect(await milestone(id)).toMatchObject({ seenAt: null, paidAt: expect.any(Date) });
  });

  test("never has a milestone's time changed, whoever tries", async () => {
    const { id } = await newInvoice(merchantId);
    const change = database().invoiceMilestone.update({
      where: { invoiceId: id },
      data: { coinSelectedAt: new Date(0) },
    });
    await expect(change).rejects.toThrow();
  });

  test("has no milestones if it is a top-up", async () => {
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "10" });
    await settleWallet(wallet.id);
    const [made] = await topUpsOf(wallet.id);
    expect(made).toMatchObject({ status: "paid" });
    const ids = (await database().invoice.findMany({ where: { walletId: wallet.id }, select: { id: true } })).map(
      ({ id }) => id,
    );
    expect(await database().invoiceMilestone.count({ where: { invoiceId: { in: ids } } })).toBe(0);
  });
});

describe("an opened payment page", () => {
  test("is recorded once, at its first time, by any number of processes", async () => {
    const { id } = await payerChooses();
    await note(id, new Date("2026-11-21T10:00:00Z"));
    // Simulates another process, whose cache is empty.
    clearPageViewCache();
    await note(id, new Date("2026-11-21T11:00:00Z"));
    expect((await milestone(id))?.openedAt).toEqual(new Date("2026-11-21T10:00:00Z"));
  });

  test("by a person is recorded with one statement, and a second view costs none", async () => {
    const { id } = await newInvoice(merchantId);
    const first = await sentStatements(async () => {
      await openPage(id);
      await openedAt(id);
    });
    expect(first.filter((statement) => statement.includes("INSERT INTO invoice_milestones"))).toHaveLength(1);
    const at = await openedAt(id);
    const second = await sentStatements(() => openPage(id));
    expect([second.length > 0, second.filter(isOfMilestones)]).toEqual([true, []]);
    expect((await milestone(id))?.openedAt).toEqual(at);
  });

  test("does not count fetches by programs or prefetches by browsers", async () => {
    const { id } = await newInvoice(merchantId);
    await openPage(id, { "user-agent": "TelegramBot (like TwitterBot)" });
    await openPage(id, { "user-agent": BROWSER, "sec-purpose": "prefetch" });
    await openPage(id, { "user-agent": BROWSER }, "HEAD");
    // Anything recorded earlier would be committed before a later write of the same process.
    const other = await newInvoice(merchantId);
    await openPage(other.id);
    await openedAt(other.id);
    expect((await milestone(id))?.openedAt).toBeNull();
  });

  test("by a member of the merchant does not count, but a later one by the payer does", async () => {
    const { id } = await newInvoice(merchantId);
    const user = await database().user.create({
      data: { email: "owner@shop.example", name: "Owner", passwordHash: "none" },
      select: { id: true },
    });
    await database().merchantMember.create({ data: { merchantId, userId: user.id, role: "owner" } });
    await recordPageView({ invoiceId: id, at: new Date(), findUserId: () => Promise.resolve(user.id) });
    expect((await milestone(id))?.openedAt).toBeNull();
    await note(id, new Date());
    expect((await milestone(id))?.openedAt).toBeInstanceOf(Date);
  });

  test("is served even if recording fails, and the next view tries again", async () => {
    const { id } = await newInvoice(merchantId);
    await recordPageView({
      invoiceId: id,
      at: new Date(),
      findUserId: () => Promise.reject(new Error("no session store")),
    });
    expect((await milestone(id))?.openedAt).toBeNull();
    expect((await openPage(id)).status).toBe(200);
    await openedAt(id);
  });

  test("does not count once the invoice can no longer be paid", async () => {
    const { id } = await newInvoice(merchantId);
    await markAsPaid(merchantId, { uuid: id, order_id: null });
    await openPage(id);
    const other = await newInvoice(merchantId);
    await openPage(other.id);
    await openedAt(other.id);
    expect((await milestone(id))?.openedAt).toBeNull();
  });
});
