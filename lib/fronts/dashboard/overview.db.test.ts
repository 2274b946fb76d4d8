import { afterAll, beforeAll, expect, test } from "vitest";
import { readOverview } from "@/lib/fronts/dashboard/overview";
import { closeDatabase, database } from "@/lib/kernel/db";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

const DAY_MS = 86_400_000;

beforeAll(() => openGateway());
afterAll(closeDatabase);

const overview = (merchantId: string, changes: { isOperator?: boolean; at?: number } = {}) =>
  readOverview({ merchantId, isOperator: changes.isOperator ?? false }, new Date(changes.at ?? Date.now()));

async function newCase(merchantId: string, kind: "late" | "extra"): Promise<void> {
  const deposit = await database().deposit.create({
    data: {
      networkCode: "bsc",
      transactionId: `0x${crypto.randomUUID()}`,
      position: "native",
      currencyCode: "USDT",
      amount: "1",
      toAddress: "0x1",
      addressId: 1n,
    },
  });
  const about = { merchantId, kind, depositId: deposit.id, currencyCode: "USDT", networkCode: "bsc", amount: "1" };
  await database().case.create({ data: about });
}

test("ticks off a new shop's first steps as they happen, and hides them when all are done", async () => {
  const merchantId = await newMerchant();
  // Invoices of another merchant do not count.
  await newInvoice(await newMerchant());
  const steps = async () => (await overview(merchantId)).firstSteps;
  expect(await steps()).toEqual({ hasInvoice: false, hasWebhook: false, hasPayout: false });
  const { id } = await newInvoice(merchantId);
  expect(await steps()).toMatchObject({ hasInvoice: true, hasWebhook: false });
  const event = {
    merchantId,
    objectKind: "invoice",
    objectId: id,
    eventStatus: "paid",
    url: "https://x.example",
    payload: "{}",
  };
  await database().webhookDelivery.create({ data: { ...event, state: "failed" } });
  expect(await steps()).toMatchObject({ hasWebhook: false });
  await database().webhookDelivery.create({ data: { ...event, state: "delivered" } });
  expect(await steps()).toMatchObject({ hasWebhook: true, hasPayout: false });
  await database().payout.create({
    data: {
      merchantId,
      orderId: "first",
      amountText: "1",
      amount: "1",
      currencyCode: "USDT",
      payerCode: "USDT",
      networkCode: "bsc",
      address: "0x1",
      isSubtract: true,
      fromCode: "USDT",
      sentAmount: "1",
      commission: "0",
      debitedAmount: "1",
      balanceAfter: "0",
    },
  });
  expect(await steps()).toBeNull();
});

test("shows no first steps to a shop that has been in use for a month", async () => {
  const merchantId = await newMerchant();
  await newInvoice(merchantId);
  expect((await overview(merchantId, { at: Date.now() + 29 * DAY_MS })).firstSteps).not.toBeNull();
  expect((await overview(merchantId, { at: Date.now() + 31 * DAY_MS })).firstSteps).toBeNull();
});

test("counts late payments separately from other cases, and shows low gas only to the operator", async () => {
  const merchantId = await newMerchant();
  await newCase(merchantId, "late");
  await newCase(merchantId, "late");
  await newCase(merchantId, "extra");
  await newCase(await newMerchant(), "late");
  await database().alarm.create({ data: { kind: "gas-low", subject: "bsc", message: "low" } });
  expect((await overview(merchantId)).attention).toMatchObject({ lateCases: 2, otherCases: 1, lowGas: 0 });
  expect((await overview(merchantId, { isOperator: true })).attention.lowGas).toBe(1);
});
