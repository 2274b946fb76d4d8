import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { reserved } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { refusePayout, releasePayout } from "@/lib/money-out/payouts/review-payout";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { sendOf, simulateConfirmed, simulateSigned } from "@/lib/money-out/payouts/testing/simulated-engine";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "1000");
});
afterAll(closeDatabase);

/** A payout that a second person has to approve. */
let payout: Payout;
let merchantId: string;
beforeEach(async () => {
  merchantId = (await newPayer({ USDT: "10" })).merchantId;
  await database().merchant.update({ where: { id: merchantId }, data: { approvalAboveUsd: "1" } });
  const fields = { amount: "3", currency: "USDT", network: "bsc", order_id: randomUUID(), is_subtract: true };
  const input = createPayoutInput.parse({ ...fields, address: EVM_ADDRESS, url_callback: "https://shop.example/p" });
  payout = await createPayout(await getMerchant(merchantId), input);
});

const statusNow = async () => (await findMerchantPayout(merchantId, payout.id))?.status;
const release = () => withTransaction((tx) => releasePayout(tx, payout.id));
const refuse = (status: "cancel" | "fail") =>
  withTransaction((tx) => refusePayout(tx, payout.id, { reason: "not meant", status }));
const cancel = () => cancelPayout({ merchantId, payoutId: payout.id, actorId: null });

test("a payout that needs approval is returned in check: its funds are reserved, no send is queued", async () => {
  expect(payout.status).toBe("check");
  expect([await walletOf(merchantId), (await findBalance(reserved(merchantId, "USDT"))).toFixed()]).toEqual([
    "6.9",
    "3.1",
  ]);
  expect(await sendOf(payout.id)).toBeNull();
  expect(await simulateSigned(payout.id)).toBeNull();
  expect(await bookDifferences()).toEqual([]);
});

test("when released it is sent, once", async () => {
  await release();
  expect(await statusNow()).toBe("process");
  await expect(release()).rejects.toThrow("no longer needs a decision");
  await simulateSigned(payout.id);
  await simulateConfirmed(payout.id);
  expect(await statusNow()).toBe("paid");
  await expect(refuse("cancel")).rejects.toThrow("no longer needs a decision");
  expect(await bookDifferences()).toEqual([]);
});

test.each(["cancel", "fail"] as const)("when refused it ends as %s, and the funds return", async (status) => {
  await refuse(status);
  expect(await findMerchantPayout(merchantId, payout.id)).toMatchObject({ status, failure: "not meant" });
  expect(await walletOf(merchantId)).toBe("10");
  await expect(release()).rejects.toThrow("no longer needs a decision");
  expect(await sendOf(payout.id)).toBeNull();
  expect(await bookDifferences()).toEqual([]);
});

test("released and cancelled concurrently, the funds are either being sent or returned, never both", async () => {
  const outcomes = await Promise.allSettled([release(), cancel()]);
  // Even if released first it can still be cancelled: nothing is signed.
  expect(outcomes[1].status).toBe("fulfilled");
  expect(await statusNow()).toBe("cancel");
  expect(await walletOf(merchantId)).toBe("10");
  expect(await simulateSigned(payout.id)).toBeNull();
  expect(await bookDifferences()).toEqual([]);
});
