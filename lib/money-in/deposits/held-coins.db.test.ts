import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refundBlockedWallet } from "@/lib/exceptions/refunds/refund-blocked-wallet";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { listSpendable, lockFreeCoins, readCoinSums, sumSpendable } from "@/lib/money-in/deposits/coins-repo";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  fillPool,
  newInvoice,
  openGateway,
  pay,
  START_HEIGHT,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

const NETWORK = "btc";
const BTC = { currency: "BTC", network: NETWORK } as const;
const AMOUNT = "0.001";
const UNITS = 100_000n;
const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

let payer: Payer;
beforeAll(async () => {
  await openGateway();
  await fillPool(50, NETWORK);
  payer = await newPayer();
});
afterAll(closeDatabase);

const payment = () => ({ ...BTC, amount: AMOUNT, position: "0", transactionId: randomBytes(32).toString("hex") });

/** Inserts the coin that the watcher writes with a deposit. */
async function coinOf(depositId: string): Promise<string> {
  const { transactionId, addressId, blockHeight } = await database().deposit.findUniqueOrThrow({
    where: { id: depositId },
  });
  const row = {
    networkCode: NETWORK,
    transactionId,
    index: 0,
    addressId,
    units: UNITS,
    isInternal: false,
    blockHeight,
  };
  await database().coin.create({ data: row });
  return transactionId;
}

/** Whether the coin is offered to transactions. Checks that locking it has the same result. */
async function isSpendable(transactionId: string): Promise<boolean> {
  const offered = (await listSpendable(NETWORK, 1_000)).some((coin) => coin.transactionId === transactionId);
  const coin = { transactionId, index: 0, units: UNITS, address: "" };
  expect(await withTransaction((tx) => lockFreeCoins(tx, NETWORK, [coin]))).toBe(offered);
  return offered;
}

async function paidInvoice() {
  const invoice = await newInvoice(payer.merchantId, { ...BTC, amount: AMOUNT });
  const coin = await coinOf(await pay(invoice, payment()));
  return { invoice, coin };
}

test("a payment's coin becomes spendable when it is booked, and stops being spendable after a reorganisation", async () => {
  const { invoice, coin } = await paidInvoice();
  expect(await isSpendable(coin)).toBe(false);
  await settleInvoice(invoice.id);
  expect(await isSpendable(coin)).toBe(true);
  const { id } = await database().deposit.findFirstOrThrow({ where: { transactionId: coin } });
  await vanish(id, false);
  expect(await isSpendable(coin)).toBe(false);
  await database().deposit.update({ where: { id }, data: { status: "confirmed", vanishedAt: null } });
});

test("a case's coin is not spendable while the case is open or being refunded, and becomes spendable after the refund", async () => {
  const { invoice } = await paidInvoice();
  await settleInvoice(invoice.id);
  const depositId = await pay(invoice, payment());
  const coin = await coinOf(depositId);
  await settleInvoice(invoice.id);
  const { id: caseId } = await database().case.findUniqueOrThrow({ where: { depositId } });
  expect(await isSpendable(coin)).toBe(false);
  await refundCase({ caseId, merchantId: payer.merchantId, address: ADDRESS, actorId: payer.userId });
  expect((await database().case.findUniqueOrThrow({ where: { id: caseId } })).status).toBe("refunding");
  expect(await isSpendable(coin)).toBe(false);
  expect(await bookDifferences()).toEqual([]);
  await database().case.update({ where: { id: caseId }, data: { status: "refunded" } });
  expect(await isSpendable(coin)).toBe(true);
  await database().case.update({ where: { id: caseId }, data: { status: "refunding" } });
});

test("a static wallet's coin is not spendable until it is credited; that of a blocked wallet, until it is refunded", async () => {
  const wallet = await newWallet(payer.merchantId, BTC);
  const credited = await coinOf(await topUp(wallet, payment()));
  expect(await isSpendable(credited)).toBe(false);
  await settleWallet(wallet.id);
  expect(await isSpendable(credited)).toBe(true);
  await blockWallet(payer.merchantId, { uuid: wallet.id, order_id: null, is_force_refund: false });
  const held = await coinOf(await topUp(wallet, payment()));
  expect(await isSpendable(held)).toBe(false);
  await settleWallet(wallet.id);
  expect(await database().walletHold.count({ where: { walletId: wallet.id } })).toBe(1);
  expect(await isSpendable(held)).toBe(false);
  const order = { uuid: wallet.id, order_id: null, address: ADDRESS };
  await refundBlockedWallet(await getMerchant(payer.merchantId), order, payer.userId);
  expect(await isSpendable(held)).toBe(false);
  expect(await bookDifferences()).toEqual([]);
});

test("the sums that the operator sees match the coins that the engine selects", async () => {
  const listed = await listSpendable(NETWORK, 1_000);
  const [sums] = await readCoinSums();
  const kept = (await database().coin.count()) - listed.length;
  expect(kept).toBeGreaterThan(1);
  expect(sums).toEqual({
    networkCode: NETWORK,
    count: listed.length,
    largest: UNITS,
    keptCount: kept,
    kept: BigInt(kept) * UNITS,
  });
  expect(await withTransaction((tx) => sumSpendable(tx, NETWORK))).toBe(BigInt(listed.length) * UNITS);
  const [first] = listed;
  const where = { networkCode: NETWORK, transactionId: first?.transactionId ?? "" };
  await database().coin.updateMany({ where, data: { lockedUntil: BigInt(START_HEIGHT + 1) } });
  expect(await isSpendable(where.transactionId)).toBe(false);
});
