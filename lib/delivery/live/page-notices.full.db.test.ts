import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  collectPageNotifications,
  type PageNotifications,
} from "@/lib/delivery/live/testing/collect-page-notifications";
import { closeDatabase, database, type Tx } from "@/lib/kernel/db";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { newInvoice, newMerchant, openGateway, pay, START_HEIGHT } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";

/** The triggers themselves: what each row change notifies, on its commit and not before. */

type Rows = {
  readonly invoice: Invoice;
  readonly depositId: string;
  readonly wallet: StaticWallet;
  readonly topUpId: string;
};

let heard: PageNotifications;
let rows: Rows;

beforeAll(async () => {
  await openGateway();
  heard = await collectPageNotifications();
});
beforeEach(async () => {
  const merchantId = await newMerchant();
  const [invoice, wallet] = [await newInvoice(merchantId), await newWallet(merchantId)];
  const [depositId, topUpId] = [await pay(invoice, { amount: "1" }), await topUp(wallet, { amount: "1" })];
  rows = { invoice, depositId, wallet, topUpId };
  await heard.take();
});
afterAll(async () => {
  await heard.close();
  await closeDatabase();
});

type Change = (tx: Tx, rows: Rows) => Promise<unknown>;

function newCase({ invoice, depositId, wallet, topUpId }: Rows, of: "invoice" | "wallet") {
  const owner = of === "invoice" ? { invoiceId: invoice.id, depositId } : { walletId: wallet.id, depositId: topUpId };
  return {
    ...owner,
    merchantId: invoice.merchantId,
    kind: "late",
    currencyCode: "USDT",
    networkCode: "bsc",
    amount: "1",
  } as const;
}

function newRefund({ invoice, wallet }: Rows, of: "invoice" | "wallet") {
  const owner =
    of === "invoice"
      ? ({ invoiceId: invoice.id, kind: "payment" } as const)
      : ({ walletId: wallet.id, kind: "wallet" } as const);
  return {
    ...owner,
    merchantId: invoice.merchantId,
    networkCode: "bsc",
    currencyCode: "USDT",
    address: "0x0000000000000000000000000000000000000001",
    amount: "1",
    sentAmount: "1",
    commission: "0",
    fromCode: "USDT",
    debitedAmount: "1",
    isSubtract: true,
  } as const;
}

const CHANGES: readonly [string, (rows: Rows) => string, Change][] = [
  [
    "a change of an invoice's status",
    ({ invoice }) => invoice.id,
    (tx, { invoice }) => update(tx, invoice, { status: "process" }),
  ],
  [
    "a change of the paid amount",
    ({ invoice }) => invoice.id,
    (tx, { invoice }) => update(tx, invoice, { paidAmount: "5" }),
  ],
  [
    "a change of the payment outcome",
    ({ invoice }) => invoice.id,
    (tx, { invoice }) => update(tx, invoice, { paymentOutcome: "manual" }),
  ],
  [
    "a change of the expiry",
    ({ invoice }) => invoice.id,
    (tx, { invoice }) => update(tx, invoice, { expiresAt: new Date() }),
  ],
  [
    "a change of the quote",
    ({ invoice }) => invoice.id,
    (tx, { invoice }) => update(tx, invoice, { currentQuoteId: null }),
  ],
  ["a reversal", ({ invoice }) => invoice.id, (tx, { invoice }) => update(tx, invoice, { reversedAt: new Date() })],
  [
    "a new deposit",
    ({ invoice }) => invoice.id,
    (tx, { invoice, depositId }) =>
      tx.$executeRaw`
        INSERT INTO deposits (network_code, transaction_id, position, currency_code, amount, to_address, address_id, owner_kind, owner_id)
        SELECT network_code, ${randomUUID()}, position, currency_code, amount, to_address, address_id, owner_kind, ${invoice.id}::uuid
        FROM deposits WHERE id = ${depositId}::uuid`,
  ],
  [
    "a deposit's confirmation",
    ({ invoice }) => invoice.id,
    (tx, { depositId: id }) => tx.deposit.update({ where: { id }, data: { status: "confirmed" } }),
  ],
  [
    "a deposit's move to another block",
    ({ wallet }) => wallet.id,
    (tx, { topUpId: id }) => tx.deposit.update({ where: { id }, data: { blockHeight: 7n } }),
  ],
  [
    "a new case of an invoice",
    ({ invoice }) => invoice.id,
    (tx, all) => tx.case.create({ data: newCase(all, "invoice") }),
  ],
  ["a new case of a wallet", ({ wallet }) => wallet.id, (tx, all) => tx.case.create({ data: newCase(all, "wallet") })],
  [
    "a new refund of an invoice",
    ({ invoice }) => invoice.id,
    (tx, all) => tx.refund.create({ data: newRefund(all, "invoice") }),
  ],
  [
    "a new refund of a wallet",
    ({ wallet }) => wallet.id,
    (tx, all) => tx.refund.create({ data: newRefund(all, "wallet") }),
  ],
  [
    "a payer's refund request",
    ({ invoice }) => invoice.id,
    (tx, { invoice: { id: invoiceId, merchantId } }) =>
      tx.refundRequest.create({
        data: {
          ...{ merchantId, invoiceId, kind: "short", currencyCode: "USDT", networkCode: "bsc", amount: "1" },
          ...{ address: "0x0000000000000000000000000000000000000001", challenge: "1", confirmUntil: new Date() },
        },
      }),
  ],
  [
    "a questionnaire for the payer",
    ({ invoice }) => invoice.id,
    (tx, { invoice: { id: invoiceId } }) => tx.amlQuestionnaire.create({ data: { invoiceId, expiresAt: new Date() } }),
  ],
  [
    "a change of a wallet's status to blocked",
    ({ wallet }) => wallet.id,
    (tx, { wallet: { id } }) =>
      tx.staticWallet.update({ where: { id }, data: { status: "blocked", blockedAt: new Date() } }),
  ],
  [
    "a new head block",
    () => "network:bsc",
    (tx) => tx.chainCursor.update({ where: { networkCode: "bsc" }, data: { height: BigInt(START_HEIGHT + 1) } }),
  ],
];

const update = (tx: Tx, { id }: Invoice, data: object) => tx.invoice.update({ where: { id }, data });

test.each(CHANGES)("%s is notified on commit and not before", async (_name, topicOf, change) => {
  const during = await database().$transaction(async (tx) => {
    await change(tx, rows);
    return await heard.take();
  });
  expect(during).toEqual([]);
  expect(await heard.take()).toEqual([topicOf(rows)]);
});

test.each(CHANGES)("%s that is rolled back is never notified", async (_name, _topicOf, change) => {
  const undone = database().$transaction(async (tx) => {
    await change(tx, rows);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await heard.take()).toEqual([]);
});

test("what no page shows is not notified", async () => {
  const { id } = rows.invoice;
  await database().invoice.update({ where: { id }, data: { additionalData: "more" } });
  await database().chainCursor.update({ where: { networkCode: "bsc" }, data: { headTime: new Date() } });
  expect(await heard.take()).toEqual([]);
});
