import { afterAll, beforeAll, expect, test } from "vitest";
import {
  collectPageNotifications,
  type PageNotifications,
} from "@/lib/delivery/live/testing/collect-page-notifications";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import { loadWalletPage } from "@/lib/fronts/wallet-page/load-wallet-page";
import { closeDatabase, database } from "@/lib/kernel/db";
import { cancelInvoice } from "@/lib/money-in/invoices/cancel-invoice";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { markAsPaid } from "@/lib/money-in/invoices/mark-as-paid";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  CONFIRMATIONS,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";

/**
 * Runs the gateway's own commands: every change that makes a page look different notifies those who
 * have the page open.
 */

let notifications: PageNotifications;

beforeAll(async () => {
  await openGateway();
  notifications = await collectPageNotifications();
});
afterAll(async () => {
  await notifications.close();
  await closeDatabase();
});

async function payKey(id: string): Promise<string> {
  const view = await loadPayView(id);
  if (view === null) throw new Error(`no page ${id}`);
  return payState(view, new Date()).key;
}

async function walletKey(id: string): Promise<string> {
  const view = await loadWalletPage(id);
  if (view === null) throw new Error(`no page ${id}`);
  return view.key;
}

type Step<Owner> = readonly [string, (owner: Owner) => Promise<unknown>];

/** Runs the steps in order, and compares the notifications with what the page shows. */
async function walk<Owner extends { readonly id: string }>(
  owner: Owner,
  keyOf: (id: string) => Promise<string>,
  steps: readonly Step<Owner>[],
): Promise<void> {
  for (const [name, step] of steps) {
    const before = await keyOf(owner.id);
    await notifications.take();
    await step(owner);
    const notified = await notifications.take();
    expect([name, (await keyOf(owner.id)) !== before]).toEqual([name, true]);
    expect([name, notified.some((topic) => topic === owner.id || topic === "network:bsc")]).toEqual([name, true]);
  }
}

const deposits: string[] = [];
const payOf = (amount: string, height?: number) => async (invoice: Invoice) => {
  const id = await pay(invoice, height === undefined ? { amount } : { amount, height });
  deposits.push(id);
};
const lastDeposit = () => deposits.at(-1) ?? "";
const settle = ({ id }: Invoice) => settleInvoice(id);

test("from the choice of a coin through a partial payment, its confirmations and the remainder to the end", async () => {
  const invoice = await newInvoice(await newMerchant(), { currency: "USD", network: null, is_payment_multiple: true });
  await walk(invoice, payKey, [
    ["a coin is chosen", ({ id }) => chooseCoin(id, { currency: "USDT", network: "bsc" })],
    ["a partial payment is detected", payOf("40", START_HEIGHT)],
    ["it gets a confirmation", () => readUpTo("bsc", START_HEIGHT + 1)],
    ["it is confirmed", () => readUpTo("bsc", START_HEIGHT + CONFIRMATIONS - 1)],
    ["it is booked", settle],
    ["the remainder is detected", payOf("60", START_HEIGHT + CONFIRMATIONS - 1)],
    ["it leaves its block", () => vanish(lastDeposit(), true)],
  ]);
});

test("paid, then paid again too late", async () => {
  await readUpTo("bsc", START_HEIGHT);
  const invoice = await newInvoice(await newMerchant());
  await walk(invoice, payKey, [
    ["paid in full", payOf("100")],
    ["settled", settle],
    ["another payment is detected", payOf("7")],
    ["it becomes a case", settle],
  ]);
});

test("cancelled, marked as paid, or expired", async () => {
  const merchantId = await newMerchant();
  const actor = await database().user.create({
    data: { email: "owner@shop.example", name: "Owner", passwordHash: "-" },
  });
  const close = ({ id: invoiceId }: Invoice) => cancelInvoice({ merchantId, invoiceId, actorId: actor.id });
  await walk(await newInvoice(merchantId), payKey, [["cancelled", close]]);
  const mark = ({ id }: Invoice) => markAsPaid(merchantId, { uuid: id, order_id: null });
  await walk(await newInvoice(merchantId), payKey, [["marked as paid", mark]]);
  const invoice = await newInvoice(merchantId);
  const past = minutesFromNow(-10);
  await database().invoice.update({ where: { id: invoice.id }, data: { expiresAt: past } });
  await readUpTo("bsc", START_HEIGHT, minutesFromNow(5));
  await walk(invoice, payKey, [["expired", () => expireInvoices()]]);
});

test("a static wallet: a payment seen, confirming, credited; another coin; blocked, and payments after that", async () => {
  await readUpTo("bsc", START_HEIGHT);
  const merchantId = await newMerchant();
  const wallet = await newWallet(merchantId);
  const top =
    (amount: string, more: object = {}) =>
    (owner: StaticWallet) =>
      topUp(owner, { amount, ...more });
  const settleIt = ({ id }: StaticWallet) => settleWallet(id);
  await walk(wallet, walletKey, [
    ["a payment is detected", top("10", { height: START_HEIGHT })],
    ["it gets a confirmation", () => readUpTo("bsc", START_HEIGHT + CONFIRMATIONS - 1)],
    ["it is credited", settleIt],
    ["a payment in another coin is detected", top("3", { currency: "USDC" })],
    ["it becomes a case", settleIt],
    [
      "the wallet is blocked",
      ({ id }) => blockWallet(merchantId, { uuid: id, order_id: null, is_force_refund: false }),
    ],
    ["a payment is detected after the wallet was blocked", top("5")],
    ["it is held", settleIt],
  ]);
});
