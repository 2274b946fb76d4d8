import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refundBlockedWallet } from "@/lib/exceptions/refunds/refund-blocked-wallet";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  CONFIRMATIONS,
  fillPool,
  NETWORKS,
  newInvoice,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  setPrice,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { offerNetworks } from "@/lib/pricing/catalog/testing/offer-networks";
import type { Send } from "@/lib/sending/sends/send";
import { readFunds, readSigningState } from "@/lib/sending/sends/signing-repo";
import { createSend } from "@/lib/sending/sends/testing/test-owner";

const XMR = { currency: "XMR", network: "xmr" } as const;
const ADDRESS = "8BKnADbuqJcByRqgwTVMRqcQXRZe8JbJXe2wbn9ZQe5F79SzaLxHXP9AAPu1fiS6Gedk8U76PvtHqVwESRtkFwspVRZpLig";

let payer: Payer;
let payout: Send;
beforeAll(async () => {
  await openGateway();
  await offerNetworks(...NETWORKS, XMR.network);
  await database().network.update({ where: { code: XMR.network }, data: { confirmations: CONFIRMATIONS } });
  await readUpTo(XMR.network, START_HEIGHT);
  await setPrice(XMR.currency, "200");
  clearCatalogCache();
  await fillPool(50, XMR.network);
  payer = await newPayer();
  payout = await createSend({ networkCode: XMR.network, currencyCode: XMR.currency, amount: "1" });
});
afterAll(closeDatabase);

const payment = (amount: string) => {
  return { ...XMR, amount, position: "subaddress:0/1", transactionId: randomBytes(32).toString("hex") };
};

/**
 * Returns the funds available to a send, both as read before it is built and as read under the lock
 * at signing.
 */
async function payable(send: Send): Promise<string> {
  const terms = { address: "hot", feePayer: null, nativeCurrency: XMR.currency };
  const before = await readFunds(database(), send, terms);
  const signing = await withTransaction((tx) => readSigningState(tx, send, terms));
  expect([signing.coin, signing.native, before.native].map((amount) => amount.toFixed())).toEqual(
    Array(3).fill(before.coin.toFixed()),
  );
  return before.coin.toFixed();
}

/** Returns the send of the only refund of this case or wallet. */
async function refundSend(where: { caseId: string } | { walletId: string }): Promise<Send> {
  const { id } = await database().refund.findFirstOrThrow({ where });
  return { ...payout, purpose: "refund", purposeId: id };
}

test("a payment is available for payouts once it is booked, until a reorganisation removes it", async () => {
  const invoice = await newInvoice(payer.merchantId, { ...XMR, amount: "2" });
  const depositId = await pay(invoice, payment("2"));
  expect(await payable(payout)).toBe("0");
  await settleInvoice(invoice.id);
  expect(await payable(payout)).toBe("2");
  await vanish(depositId, false);
  expect(await payable(payout)).toBe("0");
  await database().deposit.update({ where: { id: depositId }, data: { status: "confirmed", vanishedAt: null } });
});

test("the deposit of a case is reserved until it was refunded, and available for its own refund", async () => {
  const invoice = await newInvoice(payer.merchantId, { ...XMR, amount: "3" });
  await pay(invoice, payment("3"));
  await settleInvoice(invoice.id);
  const depositId = await pay(invoice, payment("5"));
  await settleInvoice(invoice.id);
  const { id: caseId } = await database().case.findUniqueOrThrow({ where: { depositId } });
  expect(await payable(payout)).toBe("5");
  await refundCase({ caseId, merchantId: payer.merchantId, address: ADDRESS, actorId: payer.userId });
  expect(await payable(payout)).toBe("5");
  const refund = await refundSend({ caseId });
  expect(await payable(refund)).toBe("10");
  await vanish(depositId, false);
  expect(await payable(refund)).toBe("5");
  await database().deposit.update({ where: { id: depositId }, data: { status: "confirmed", vanishedAt: null } });
  await database().case.update({ where: { id: caseId }, data: { status: "refunded" } });
  expect(await payable(payout)).toBe("10");
  await database().case.update({ where: { id: caseId }, data: { status: "refunding" } });
});

test("the holds of a blocked wallet are reserved, and available for the refund of that wallet", async () => {
  const wallet = await newWallet(payer.merchantId, XMR);
  await topUp(wallet, payment("1"));
  await settleWallet(wallet.id);
  expect(await payable(payout)).toBe("6");
  await blockWallet(payer.merchantId, { uuid: wallet.id, order_id: null, is_force_refund: false });
  await topUp(wallet, payment("7"));
  await settleWallet(wallet.id);
  expect(await payable(payout)).toBe("6");
  const order = { uuid: wallet.id, order_id: null, address: ADDRESS };
  await refundBlockedWallet(await getMerchant(payer.merchantId), order, payer.userId);
  expect(await payable(payout)).toBe("6");
  expect(await payable(await refundSend({ walletId: wallet.id }))).toBe("13");
  expect(await bookDifferences()).toEqual([]);
});
