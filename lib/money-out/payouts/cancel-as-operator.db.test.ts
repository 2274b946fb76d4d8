import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endSend } from "@/lib/fronts/admin/sends";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { bookDifferences, openGateway, setPrice, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout, cancelPayoutAsOperator } from "@/lib/money-out/payouts/cancel-payout";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { releasePayout } from "@/lib/money-out/payouts/review-payout";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fillTreasury, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import {
  sendOf,
  simulateConfirmed,
  simulateFailed,
  simulateSigned,
  simulateWaits,
} from "@/lib/money-out/payouts/testing/simulated-engine";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

const REASON = "the network is down for good";
const operatorId = randomUUID();

beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "1000");
  await fundHot("eth", "ETH", "1000");
  await fillTreasury("ETH", "100");
});
afterAll(closeDatabase);

let merchantId: string;
beforeEach(async () => {
  await setPrice("ETH", "2000");
  merchantId = (await newPayer({ USDT: "5000" })).merchantId;
});

async function order(fields: Readonly<Record<string, unknown>> = {}): Promise<Payout> {
  const ordinary = { amount: "3", currency: "USDT", network: "bsc", order_id: randomUUID(), is_subtract: true };
  const parameters = { ...ordinary, address: EVM_ADDRESS, url_callback: "https://shop.example/p", ...fields };
  return createPayout(await getMerchant(merchantId), createPayoutInput.parse(parameters));
}

const giveUp = (payout: Payout) => cancelPayoutAsOperator({ payoutId: payout.id, reason: REASON, actorId: operatorId });
const now = (payout: Payout) => findMerchantPayout(merchantId, payout.id);

async function expectGivenUp(payout: Payout): Promise<void> {
  expect(await now(payout)).toMatchObject({ status: "system_fail", failure: REASON, finalAt: expect.any(Date) });
  expect(await walletOf(merchantId)).toBe("5000");
  expect(await simulateSigned(payout.id)).toBeNull();
  expect(await bookDifferences()).toEqual([]);
}

test("cancels a payout that waits for funds: funds return, a webhook and the timeline report it, the audit log names the operator", async () => {
  const payout = await order();
  await simulateWaits(payout.id, "funds");
  await giveUp(payout);
  await expectGivenUp(payout);
  expect((await sendOf(payout.id))?.status).toBe("cancelled");
  const events = await database().outflowEvent.findMany({ where: { subjectId: payout.id }, orderBy: { id: "asc" } });
  expect(events.slice(-2)).toMatchObject([
    { event: "failed", detail: { reason: REASON } },
    { event: "status", detail: { from: "check", to: "system_fail" } },
  ]);
  const webhooks = await database().webhookDelivery.findMany({
    where: { objectId: payout.id },
    orderBy: { sequence: "asc" },
  });
  expect(JSON.parse(webhooks.at(-1)?.payload ?? "{}")).toMatchObject({ status: "system_fail", is_final: true });
  const trail = await database().auditEvent.findMany({ where: { target: payout.id } });
  expect(trail).toMatchObject([
    { actorId: operatorId, merchantId, action: "payout.give-up", detail: { reason: REASON } },
  ]);
});

test("cancels a payout that waits for a decision, which can then no longer be approved", async () => {
  await database().merchant.update({ where: { id: merchantId }, data: { approvalAboveUsd: "1" } });
  const payout = await order();
  await giveUp(payout);
  await expectGivenUp(payout);
  await expect(withTransaction((tx) => releasePayout(tx, payout.id))).rejects.toThrow("no longer needs a decision");
  const outflow = await database().outflow.findFirstOrThrow({ where: { subjectId: payout.id } });
  expect(outflow.returnedAt).toBeInstanceOf(Date);
});

test("undoes a conversion at its original amounts whatever the rate, because the merchant did not cause the wait", async () => {
  const payout = await order({ amount: "1", currency: "ETH", network: "eth", from_currency: "USDT" });
  await simulateWaits(payout.id, "stopped");
  await database().payout.update({ where: { id: payout.id }, data: { createdAt: new Date(Date.now() - 3_600_000) } });
  await setPrice("ETH", "1600");
  await giveUp(payout);
  await expectGivenUp(payout);
});

test("treats a conversion in its merchant's cooldown as called off, so that the gateway does not pay for rate changes", async () => {
  const ended = [giveUp, (payout: Payout) => endSendOf(payout.id)];
  for (const end of ended) {
    await setPrice("ETH", "2000");
    const before = decimal(await walletOf(merchantId));
    const payout = await order({ amount: "1", currency: "ETH", network: "eth", from_currency: "USDT" });
    await simulateWaits(payout.id, "cooldown");
    const createdAt = new Date(Date.now() - 3_600_000);
    await database().payout.update({ where: { id: payout.id }, data: { createdAt } });
    await setPrice("ETH", "1600");
    await end(payout);
    expect((await now(payout))?.status).toBe("system_fail");
    const lost = before.minus(await walletOf(merchantId));
    expect(lost.gt("300") && lost.lt("500")).toBe(true);
  }
  expect(await bookDifferences()).toEqual([]);
});

async function endSendOf(payoutId: string): Promise<void> {
  const send = await sendOf(payoutId);
  await endSend({ sendId: send?.id ?? "", reason: REASON, actorId: operatorId });
}

test("is refused without effect once a transaction is signed or the payout is final", async () => {
  const payout = await order();
  await simulateSigned(payout.id);
  await expect(giveUp(payout)).rejects.toMatchObject({
    code: "refused",
    message: expect.stringContaining("is signed"),
  });
  expect((await now(payout))?.status).toBe("process");
  await simulateConfirmed(payout.id);
  await expect(giveUp(payout)).rejects.toMatchObject({
    code: "refused",
    message: expect.stringContaining("is finished"),
  });
  await expect(
    cancelPayoutAsOperator({ payoutId: randomUUID(), reason: REASON, actorId: operatorId }),
  ).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await bookDifferences()).toEqual([]);
});

test("concurrent with a cancellation and signing, exactly one succeeds and the money is in one place", async () => {
  for (let round = 0; round < 6; round++) {
    const payout = await order();
    const outcomes = await Promise.allSettled([
      giveUp(payout),
      cancelPayout({ merchantId, payoutId: payout.id, actorId: null }),
      simulateSigned(payout.id).then((transactionId) => {
        if (transactionId === null) throw new Error("there is nothing to sign");
      }),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    if ((await now(payout))?.status === "process") await simulateFailed(payout.id);
  }
  expect(await walletOf(merchantId)).toBe("5000");
  expect(await bookDifferences()).toEqual([]);
});

test.each([
  ["its nonce was used by something else", "gateway", "system_fail"],
  ["the chain reverted it", "chain", "fail"],
] as const)(
  "a signed payout that can never arrive because %s (%s) ends in %s, and its funds return",
  async (reason, cause, status) => {
    const payout = await order();
    await simulateSigned(payout.id);
    await simulateFailed(payout.id, reason, cause);
    expect(await now(payout)).toMatchObject({ status, failure: reason });
    expect(await walletOf(merchantId)).toBe("5000");
    expect(await bookDifferences()).toEqual([]);
  },
);
