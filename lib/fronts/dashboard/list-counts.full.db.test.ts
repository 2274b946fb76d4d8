import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countDeliveries } from "@/lib/delivery/webhooks/queries";
import { countCaseTabs } from "@/lib/exceptions/case-list/dashboard-queries";
import { closeDatabase, database } from "@/lib/kernel/db";
import type { ListCounts } from "@/lib/kernel/paging/tab-counts-schema";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { countWallets } from "@/lib/money-in/static-wallets/dashboard-queries";
import { countPayouts } from "@/lib/money-out/payouts/dashboard-queries";
import { countTransfers } from "@/lib/money-out/transfers/dashboard-queries";

beforeAll(() => openGateway());
afterAll(closeDatabase);

/** The counts of the tabs, all of them exact. */
function exact({ counts }: ListCounts): Record<string, number> {
  expect(Object.values(counts).every(({ isMore }) => !isMore)).toBe(true);
  return Object.fromEntries(Object.entries(counts).map(([tab, { count }]) => [tab, count]));
}

const newPayout = (merchantId: string, data: { status: "paid" | "cancel"; coin: string; amount: string }) =>
  database().payout.create({
    data: {
      merchantId,
      orderId: `order-${randomUUID()}`,
      status: data.status,
      amountText: data.amount,
      amount: data.amount,
      currencyCode: data.coin,
      payerCode: data.coin,
      networkCode: "bsc",
      address: "0x1",
      isSubtract: true,
      fromCode: data.coin,
      sentAmount: data.amount,
      commission: "0",
      debitedAmount: data.amount,
      balanceAfter: "0",
    },
  });

test("payouts are counted by status and added up by coin, one merchant's only", async () => {
  const [merchantId, other] = [await newMerchant(), await newMerchant()];
  await newPayout(merchantId, { status: "paid", coin: "USDT", amount: "1.25" });
  await newPayout(merchantId, { status: "paid", coin: "USDT", amount: "2" });
  await newPayout(merchantId, { status: "cancel", coin: "ETH", amount: "0.000000000000000001" });
  await newPayout(other, { status: "paid", coin: "USDT", amount: "500" });

  const whole = await countPayouts(merchantId, {});
  expect(exact(whole)).toEqual({ moving: 0, waiting: 0, paid: 2, failed: 0, cancelled: 1, all: 3 });
  expect(whole.totals).toEqual({
    rows: 3,
    sums: [
      { currency: "USDT", amount: "3.25" },
      { currency: "ETH", amount: "0.000000000000000001" },
    ],
    receivedUsd: null,
  });
  const ofCoin = await countPayouts(merchantId, { coin: "eth", status: "paid" });
  expect(exact(ofCoin)).toMatchObject({ paid: 0, cancelled: 1, all: 1 });
  expect(ofCoin.totals?.rows).toBe(0);
  expect(exact(await countPayouts(merchantId, { q: "order-" }))).toMatchObject({ all: 3 });
  expect(exact(await countPayouts(other, { q: "order-" }))).toMatchObject({ paid: 1, all: 1 });
});

test("static wallets, webhooks, transfers and cases are counted, one merchant's only", async () => {
  const [merchantId, other] = [await newMerchant(), await newMerchant()];
  const invoice = await newInvoice(merchantId, { order_id: "order-of-events" });
  const event = {
    objectKind: "invoice",
    objectId: invoice.id,
    eventStatus: "paid",
    url: "https://x.test",
    payload: "{}",
  };
  for (const state of ["failed", "failed", "delivered"] as const)
    await database().webhookDelivery.create({ data: { merchantId, ...event, state } });
  const address = await database().address.findFirstOrThrow({ where: { ownerId: null } });
  for (const status of ["active", "blocked", "active"] as const)
    await database().staticWallet.create({
      data: {
        merchantId,
        orderId: `order-${randomUUID()}`,
        currencyCode: "USDT",
        networkCode: "bsc",
        addressId: address.id,
        address: address.address,
        creationFee: "0",
        status,
        blockedAt: status === "blocked" ? new Date() : null,
      },
    });
  for (const status of ["open", "credited"] as const) {
    const deposit = await database().deposit.create({
      data: {
        networkCode: "bsc",
        transactionId: `0x${randomUUID()}`,
        position: "native",
        currencyCode: "USDT",
        amount: "1",
        toAddress: "0x1",
        addressId: address.id,
      },
    });
    const about = {
      kind: "late",
      depositId: deposit.id,
      currencyCode: "USDT",
      networkCode: "bsc",
      amount: "1",
    } as const;
    await database().case.create({ data: { merchantId, ...about, status } });
  }

  const read = async (id: string) => ({
    wallets: exact(await countWallets(id, {})),
    found: exact(await countWallets(id, { q: "order-", coin: "usdt" })),
    webhooks: exact(await countDeliveries(id, { state: "pending" })),
    ofInvoice: exact(await countDeliveries(id, { q: invoice.orderId })),
    ofPayouts: exact(await countDeliveries(id, { kind: "payout" })),
    cases: exact(await countCaseTabs(id, { status: "closed" })),
    transfers: exact(await countTransfers(id, {})),
  });
  const none = { pending: 0, delivered: 0, failed: 0, all: 0 };
  const webhooks = { pending: 0, delivered: 1, failed: 2, all: 3 };
  expect(await read(merchantId)).toEqual({
    wallets: { active: 2, blocked: 1, all: 3 },
    found: { active: 2, blocked: 1, all: 3 },
    webhooks,
    ofInvoice: webhooks,
    ofPayouts: none,
    cases: { open: 1, closed: 1, all: 2 },
    transfers: { "to-personal": 0, "to-business": 0, all: 0 },
  });
  const nothing = { active: 0, blocked: 0, all: 0 };
  expect(await read(other)).toEqual({
    wallets: nothing,
    found: nothing,
    webhooks: none,
    ofInvoice: none,
    ofPayouts: none,
    cases: { open: 0, closed: 0, all: 0 },
    transfers: { "to-personal": 0, "to-business": 0, all: 0 },
  });
});
