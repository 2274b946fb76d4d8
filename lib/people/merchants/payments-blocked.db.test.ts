import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findApiMerchant } from "@/lib/fronts/machine-api/repo";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, database } from "@/lib/kernel/db";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { readPayerGate } from "@/lib/money-in/invoices/payments-repo";
import { readRenewalFacts } from "@/lib/money-in/invoices/renew-for-payer";
import { newInvoice, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newWallet } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

let shop: Payer;
beforeAll(async () => {
  await openGateway();
  shop = await newPayer();
});
afterAll(closeDatabase);

const suspend = (isBlocked: boolean) => database().user.update({ where: { id: shop.userId }, data: { isBlocked } });
const block = (paymentsBlockedAt: Date | null) =>
  database().merchant.update({ where: { id: shop.merchantId }, data: { paymentsBlockedAt } });
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Error) => error.message,
  );

describe.each([
  ["an owner is suspended", () => suspend(true), () => suspend(false)],
  ["the operator has blocked the merchant's payments", () => block(new Date()), () => block(null)],
])("while %s", (_, stop, lift) => {
  test("its merchant gets no new invoice, wallet or quote by any interface; afterwards it does", async () => {
    const open = await newInvoice(shop.merchantId, { currency: "USD", network: null, order_id: randomUUID() });
    const everyWay = async () => ({
      invoice: await outcome(newInvoice(shop.merchantId)),
      wallet: await outcome(newWallet(shop.merchantId)),
      price: await outcome(chooseCoin(open.id, { currency: "USDT", network: "bsc" })),
      byMachine: (await findApiMerchant(shop.merchantId))?.merchant.arePaymentsBlocked,
      onPages: (await getMerchant(shop.merchantId)).arePaymentsBlocked,
      byPayer: (await loadPayView(open.id))?.arePaymentsBlocked,
      byRenewal: (await readRenewalFacts(database(), open.id))?.arePaymentsBlocked,
      byBalance: !(await readPayerGate(database(), randomUUID(), shop.merchantId, new Date())).isMerchantOpen,
    });
    await stop();
    expect(await everyWay()).toEqual({
      invoice: "payments_blocked",
      wallet: "payments_blocked",
      price: "shop_closed",
      byMachine: true,
      onPages: true,
      byPayer: true,
      byRenewal: true,
      byBalance: true,
    });
    await lift();
    expect(await everyWay()).toEqual({
      invoice: "done",
      wallet: "done",
      price: "done",
      byMachine: false,
      onPages: false,
      byPayer: false,
      byRenewal: false,
      byBalance: false,
    });
  });
});

test("a suspended member of another role stops nothing", async () => {
  const other = await newPayer();
  await database().merchantMember.create({
    data: { merchantId: shop.merchantId, userId: other.userId, role: "manager" },
  });
  await database().user.update({ where: { id: other.userId }, data: { isBlocked: true } });
  expect((await getMerchant(shop.merchantId)).arePaymentsBlocked).toBe(false);
});
