import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { conversionGains, feesEarned, inFlightCustody, reserved, treasury } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import {
  BTC_ADDRESS,
  EVM_ADDRESS,
  emptyTreasury,
  fillTreasury,
  fundHot,
  newPayer,
} from "@/lib/money-out/payouts/testing/payout-rig";
import {
  sendOf,
  simulateConfirmed,
  simulateFailed,
  simulateSigned,
  simulateWaits,
} from "@/lib/money-out/payouts/testing/simulated-engine";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "100000");
  await fundHot("eth", "ETH", "100");
  await fillTreasury("ETH", "10");
});
afterAll(closeDatabase);

type Fields = Readonly<Record<string, unknown>>;
const HOOK = "https://shop.example/payouts";

async function pay(merchantId: string, fields: Fields = {}) {
  const input = createPayoutInput.parse({
    amount: "3",
    currency: "USDT",
    network: "bsc",
    order_id: randomUUID(),
    address: EVM_ADDRESS,
    is_subtract: true,
    url_callback: HOOK,
    ...fields,
  });
  return createPayout(await getMerchant(merchantId), input);
}

const balanceOf = async (...account: Parameters<typeof findBalance>) => (await findBalance(...account)).toFixed();
const now = async (merchantId: string, id: string) => {
  const payout = await findMerchantPayout(merchantId, id);
  if (payout === null) throw new Error("no payout");
  return payout;
};
const eventsOf = async (subjectId: string) =>
  (await database().outflowEvent.findMany({ where: { kind: "payout", subjectId }, orderBy: { id: "asc" } })).map(
    ({ event, detail }) => [event, detail],
  );
const reportedOf = async (objectId: string) => {
  const where = { objectKind: "payout", objectId } as const;
  const rows = await database().webhookDelivery.findMany({ where, orderBy: { sequence: "asc" } });
  return rows.map(({ eventStatus }) => eventStatus);
};

describe("a payout from the coin's balance", () => {
  test("debits amount and fee, queues its send, and is paid when the send is confirmed", async () => {
    const { merchantId } = await newPayer({ USDT: "10" });
    const earned = await findBalance(feesEarned("USDT"));
    const payout = await pay(merchantId);
    expect(payout).toMatchObject({ status: "process", transactionId: null });
    expect([payout.debitedAmount, payout.balanceAfter].map(String)).toEqual(["3.1", "6.9"]);
    expect([await walletOf(merchantId), await balanceOf(reserved(merchantId, "USDT"))]).toEqual(["6.9", "3.1"]);
    expect(await sendOf(payout.id)).toMatchObject({ status: "queued", toAddress: EVM_ADDRESS, networkCode: "bsc" });
    const txid = await simulateSigned(payout.id);
    expect(await now(merchantId, payout.id)).toMatchObject({ status: "process", transactionId: txid });
    await simulateConfirmed(payout.id);
    expect(await now(merchantId, payout.id)).toMatchObject({ status: "paid", transactionId: txid });
    expect([await walletOf(merchantId), await balanceOf(reserved(merchantId, "USDT"))]).toEqual(["6.9", "0"]);
    expect((await findBalance(feesEarned("USDT"))).minus(earned).toFixed()).toBe("0.1");
    expect(await balanceOf(inFlightCustody("bsc", "USDT"))).toBe("0");
    expect(await reportedOf(payout.id)).toEqual(["paid"]);
    expect((await eventsOf(payout.id)).map(([event]) => event)).toEqual(["created", "signed", "confirmed", "status"]);
    expect(await bookDifferences()).toEqual([]);
  });

  test("without a URL of its own is reported to the merchant's at the time of the event", async () => {
    const { merchantId } = await newPayer({ USDT: "10" });
    const payout = await pay(merchantId, { url_callback: null });
    const webhookUrl = "https://shop.example/all";
    await database().merchant.update({ where: { id: merchantId }, data: { webhookUrl } });
    await simulateSigned(payout.id);
    await simulateConfirmed(payout.id);
    const sent = await database().webhookDelivery.findMany({ where: { objectId: payout.id } });
    expect(sent).toMatchObject([{ url: webhookUrl, eventStatus: "paid", keyKind: "payment" }]);
  });

  test("that fails on the chain returns the full amount, fee included", async () => {
    const { merchantId } = await newPayer({ USDT: "10" });
    const payout = await pay(merchantId, { is_subtract: false });
    await simulateSigned(payout.id);
    await simulateFailed(payout.id);
    expect(await now(merchantId, payout.id)).toMatchObject({ status: "fail", failure: "the chain reverted it" });
    expect(await walletOf(merchantId)).toBe("10");
    const outflow = await database().outflow.findFirstOrThrow({ where: { kind: "payout", subjectId: payout.id } });
    expect(outflow.returnedAt).not.toBeNull();
    expect(await reportedOf(payout.id)).toEqual(["fail"]);
    expect(await bookDifferences()).toEqual([]);
  });

  test("that waits for funds is in check until it can be sent, and both changes are reported", async () => {
    const { merchantId } = await newPayer({ USDT: "10" });
    const payout = await pay(merchantId);
    await simulateWaits(payout.id, "funds");
    await simulateWaits(payout.id, "gas");
    expect((await now(merchantId, payout.id)).status).toBe("check");
    await simulateWaits(payout.id, null);
    expect((await now(merchantId, payout.id)).status).toBe("process");
    await simulateWaits(payout.id, "stopped");
    await simulateSigned(payout.id);
    await simulateConfirmed(payout.id);
    expect(await reportedOf(payout.id)).toEqual(["check", "process", "check", "process", "paid"]);
    expect(await bookDifferences()).toEqual([]);
  });
});

describe("a payout from USDT", () => {
  const ETH = { currency: "ETH", network: "eth", amount: "0.01", from_currency: "USDT" };

  test("is converted at the current rate and settles in the coin", async () => {
    const { merchantId } = await newPayer({ USDT: "100" });
    const [dollars, coins] = [await findBalance(treasury("USDT")), await findBalance(treasury("ETH"))];
    const gains = await findBalance(conversionGains("ETH"));
    const payout = await pay(merchantId, ETH);
    expect([payout.fromCode, payout.debitedAmount.toFixed(), payout.balanceAfter.toFixed()]).toEqual([
      "USDT",
      "20.10050252",
      "79.89949748",
    ]);
    expect((await findBalance(treasury("USDT"))).minus(dollars).toFixed()).toBe("20.10050252");
    const fee = (await findBalance(conversionGains("ETH"))).minus(gains);
    expect(coins.minus(await findBalance(treasury("ETH"))).toFixed()).toBe(fee.plus("0.01").toFixed());
    expect(payout.conversion?.fee.toFixed()).toBe(fee.toFixed());
    expect(await balanceOf(reserved(merchantId, "ETH"))).toBe("0.01");
    await simulateSigned(payout.id);
    await simulateConfirmed(payout.id);
    expect(await balanceOf(reserved(merchantId, "ETH"))).toBe("0");
    expect(await bookDifferences()).toEqual([]);
  });

  test("that is cancelled returns the full debited amount, even if the treasury has spent it", async () => {
    const { merchantId } = await newPayer({ USDT: "100" });
    const payout = await pay(merchantId, ETH);
    await emptyTreasury("USDT");
    await cancelPayout({ merchantId, payoutId: payout.id, actorId: null });
    expect(await walletOf(merchantId)).toBe("100");
    expect(await now(merchantId, payout.id)).toMatchObject({ status: "cancel", failure: expect.any(String) });
    expect(await sendOf(payout.id)).toMatchObject({ status: "cancelled" });
    const alarm = await database().alarm.findFirst({ where: { kind: "treasury-short", subject: "USDT" } });
    expect(alarm?.message).toContain(payout.id);
    expect(await bookDifferences()).toEqual([]);
  });
});

describe("cancelling", () => {
  test("is refused once a transaction is signed, when it is final, and for another merchant's payout", async () => {
    const { merchantId } = await newPayer({ USDT: "10" });
    const payout = await pay(merchantId);
    const cancel = (who = merchantId) => cancelPayout({ merchantId: who, payoutId: payout.id, actorId: null });
    await expect(cancel((await newPayer()).merchantId)).rejects.toThrow("payout_not_found");
    await simulateSigned(payout.id);
    await expect(cancel()).rejects.toThrow("This payout is signed");
    await simulateConfirmed(payout.id);
    await expect(cancel()).rejects.toThrow("This payout is finished: its status is paid");
    expect(await walletOf(merchantId)).toBe("6.9");
  });
});

describe("refused", () => {
  const REFUSED: readonly (readonly [string, Fields, string])[] = [
    ["more than the balance", { amount: "10" }, "not_enough_funds"],
    [
      "BTC without a BTC balance",
      { currency: "BTC", network: "btc", address: BTC_ADDRESS, amount: "0.01" },
      "not_enough_funds",
    ],
  ];
  test.each(REFUSED)("%s: nothing is written", async (_name, fields, message) => {
    const { merchantId } = await newPayer({ USDT: "10" });
    await expect(pay(merchantId, fields)).rejects.toThrow(message);
    expect(await walletOf(merchantId)).toBe("10");
    expect(await database().payout.count({ where: { merchantId } })).toBe(0);
    expect(await database().outflow.count({ where: { merchantId } })).toBe(0);
  });
});
