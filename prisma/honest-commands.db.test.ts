import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { billInput } from "@/lib/money-in/bills/dashboard-schema";
import { billForm } from "@/lib/money-in/bills/testing/bill-rig";
import {
  bookDifferences,
  CONFIRMATIONS,
  fundCapital,
  invoiceNow,
  newInvoice,
  openGateway,
  pay,
  START_HEIGHT,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { findLinkByName } from "@/lib/money-in/payment-links/repo";
import { newForm, newLink } from "@/lib/money-in/payment-links/testing/link-rig";
import { newCharge } from "@/lib/money-in/point-of-sale/testing/sale-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { EVM_ADDRESS, fillTreasury, fundHot, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { SETTLEMENT } from "@/lib/money-out/settlements/testing/settlement-rig";
import { transferInput } from "@/lib/money-out/transfers/schema";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { processUrls } from "@/lib/testing/process-users";

/**
 * What the database accepts of the web process's own commands, run as its own user: the counterpart
 * of the forged rows.
 */

let web: Awaited<ReturnType<typeof loadCommands>>;
let payer: Payer;

/** Reloads the modules, so that their connections belong to this user. */
async function loadCommands(url: string) {
  vi.stubEnv("DATABASE_URL", url);
  vi.resetModules();
  const { closeDatabase } = await import("@/lib/kernel/db");
  const { cancelPayout } = await import("@/lib/money-out/payouts/cancel-payout");
  const { createPayout } = await import("@/lib/money-out/payouts/start-payout");
  const { settleInvoice } = await import("@/lib/money-in/invoices/settle-invoice");
  const { createWithdrawal } = await import("@/lib/sending/treasury/create-withdrawal");
  const { cancelWithdrawal } = await import("@/lib/sending/treasury/create-withdrawal");
  const { transferToBusiness, transferToPersonal } = await import("@/lib/money-out/transfers/transfer-funds");
  const settlements = await import("@/lib/money-out/settlements/change-settlement");
  const { orderFromLink } = await import("@/lib/money-in/payment-links/order-from-link");
  const { changeLink } = await import("@/lib/money-in/payment-links/change-link");
  const links = { orderFromLink, changeLink };
  const { chargeSale } = await import("@/lib/money-in/point-of-sale/charge");
  const { changeItem, changeSettings, createItem } = await import("@/lib/money-in/point-of-sale/change-catalog");
  const { mailSaleReceipt } = await import("@/lib/money-in/point-of-sale/mail-receipt");
  const sales = { chargeSale, changeItem, changeSettings, createItem, mailSaleReceipt };
  const { payBill } = await import("@/lib/money-in/bills/pay-bill");
  const sending = await import("@/lib/money-in/bills/send-bill");
  const writing = await import("@/lib/money-in/bills/write-bill");
  const transfers = { transferToBusiness, transferToPersonal };
  return {
    closeDatabase,
    cancelPayout,
    createPayout,
    settleInvoice,
    createWithdrawal,
    cancelWithdrawal,
    ...transfers,
    ...settlements,
    ...links,
    ...sales,
    payBill,
    ...sending,
    ...writing,
  };
}

beforeAll(async () => {
  await openGateway(5);
  await fundHot("bsc", "USDT", "1000");
  await fundHot("eth", "ETH", "10");
  await fundCapital("USDT", "1000");
  await fillTreasury("ETH", "10");
  await fillTreasury("USDT", "1000");
  payer = await newPayer({ USDT: "1000" });
  // Another source differs: an exchange has the price of one of them.
  await database().$executeRaw`
    INSERT INTO rates (source, currency_code, usd_price, observed_at)
    SELECT 'Exmo', currency_code, usd_price * 1.03, observed_at FROM rates WHERE source = 'Binance' AND currency_code = 'ETH'`;
  web = await loadCommands((await processUrls()).web);
});
afterAll(async () => {
  await web.closeDatabase();
  await closeDatabase();
});

test("requests a payout, also from another coin, and cancels it", async () => {
  for (const route of [
    { currency: "USDT", network: "bsc", amount: "3" },
    { currency: "ETH", network: "eth", amount: "0.01", from_currency: "USDT" },
  ]) {
    const input = { ...route, order_id: randomUUID(), address: EVM_ADDRESS, is_subtract: true };
    const payout = await web.createPayout(await getMerchant(payer.merchantId), createPayoutInput.parse(input));
    expect(await database().send.count({ where: { purposeId: payout.id, status: "queued" } })).toBe(1);
    const order = { merchantId: payer.merchantId, payoutId: payout.id, actorId: payer.userId };
    expect((await web.cancelPayout(order)).status).toBe("cancel");
  }
});

test("settles a confirmed payment, with the referrer's share and its conversion", async () => {
  const referrer = await newPayer();
  await database().merchant.update({
    where: { id: payer.merchantId },
    data: { referrerId: referrer.userId, referredAt: new Date() },
  });
  await database().autoConvert.create({ data: { merchantId: payer.merchantId, currencyCode: "ETH" } });
  const invoice = await newInvoice(payer.merchantId, { amount: "0.1", currency: "ETH", network: "eth" });
  await pay(invoice, { amount: "0.1", height: START_HEIGHT - CONFIRMATIONS, network: "eth", currency: "ETH" });
  await web.settleInvoice(invoice.id);
  expect((await invoiceNow(invoice.id)).status).toBe("paid");
  const kinds = await database().journalEntry.findMany({ where: { reference: { endsWith: ":1" } } });
  expect(kinds.map(({ kind }) => kind).sort()).toEqual([
    "conversion.auto",
    "deposit.book",
    "invoice.credit",
    "referral.credit",
  ]);
});

test("requests an operator's withdrawal and cancels it", async () => {
  const person = { email: "op@example.com", name: "Op", passwordHash: "x", isOperator: true };
  const { id: actorId } = await database().user.create({ data: person, select: { id: true } });
  const coin = { networkCode: "bsc", currencyCode: "USDT" };
  const order = { commandId: randomUUID(), kind: "capital" as const, ...coin, address: EVM_ADDRESS, memo: "" };
  const { id } = await web.createWithdrawal({ ...order, amount: decimal("5"), actorId });
  await web.cancelWithdrawal({ id, actorId });
});

test("makes an invoice of a payment link's form, and changes the link", async () => {
  const { merchantId, userId: actorId } = payer;
  const link = await newLink(merchantId, { stock: 1 });
  const form = newForm();
  const invoiceId = await web.orderFromLink(link, form);
  expect(await web.orderFromLink(link, form)).toBe(invoiceId);
  expect((await invoiceNow(invoiceId)).status).toBe("check");
  const coin = await newLink(merchantId, { currencyCode: "BNB", amount: decimal("0.5") });
  expect((await invoiceNow(await web.orderFromLink(coin, newForm()))).currentQuote).not.toBeNull();
  const limits = { isActive: false, stock: 5, useLimit: null, endsAt: null };
  await web.changeLink({ merchantId, actorId }, { id: link.id, ...limits });
  const changed = await findLinkByName(link.name);
  expect(changed).toMatchObject({ isActive: false, stock: 5 });
  await expect(web.orderFromLink(changed ?? link, newForm())).rejects.toThrow("link_closed");
});

test("makes the invoice of a sale, and changes what terminals offer", async () => {
  const actor = { merchantId: payer.merchantId, actorId: payer.userId };
  for (const tips of [[], [5, 10]]) await web.changeSettings(actor, { currency: "USD", tips });
  const { id: itemId } = await web.createItem(actor, { name: "Tea", price: "2" });
  await web.changeItem(actor, { id: itemId, name: "Tea", price: "2.5", isArchived: false });
  const charge = newCharge({ lines: [{ itemId, name: "Tea", price: "2.5", quantity: 5 }] });
  const made = await web.chargeSale(actor, charge);
  expect(await web.chargeSale(actor, charge)).toEqual(made);
  // Refused by the command, after the count of the sale was written.
  const receipt = web.mailSaleReceipt({ ...actor, id: made.id, email: "ada@example.com" });
  await expect(receipt).rejects.toThrow("before the sale is paid");
});

test("writes, sends and cancels bills, and makes an invoice of one", async () => {
  const { merchantId, userId: actorId } = payer;
  const by = { merchantId, actorId };
  const { id: other } = await web.createBill(by, billInput.parse(billForm()));
  await web.discardBill(by, other);
  const { id } = await web.createBill(by, billInput.parse(billForm()));
  await web.changeBill(by, id, billInput.parse(billForm({ customerName: "Grace" })));
  await web.sendBill(by, id);
  await web.sendBillAgain(by, id);
  const bill = await web.getBill(merchantId, id);
  const key = randomUUID();
  const invoiceId = await web.payBill(bill, key);
  expect(await web.payBill(bill, key)).toBe(invoiceId);
  await web.cancelBill(by, id);
  await expect(web.payBill(bill, randomUUID())).rejects.toThrow("bill_closed");
});

test("transfers to the personal wallet and back", async () => {
  const merchant = await getMerchant(payer.merchantId);
  const order = transferInput.parse({ amount: "5", currency: "USDT" });
  await web.transferToPersonal(merchant, order, payer.userId);
  await web.transferToBusiness(merchant, order, payer.userId);
  expect(await bookDifferences()).toEqual([]);
});

test("sets up an automatic settlement, changes, pauses, resumes and removes it", async () => {
  const who = { merchantId: payer.merchantId, actorId: payer.userId };
  const { id } = await web.saveSettlement(who, SETTLEMENT, new Date());
  expect(await web.saveSettlement(who, { ...SETTLEMENT, keep: "5" }, new Date())).toEqual({ id });
  await web.pauseSettlement(who, id, new Date());
  await web.resumeSettlement(who, id, new Date());
  await web.removeSettlement(who, id, new Date());
});
