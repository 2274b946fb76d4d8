import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outflowEventLabel } from "@/components/money-out/reviews/outflow-labels";
import { closeDatabase } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import {
  bookDifferences,
  fundCapital,
  openGateway,
  setPrice,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { readOutflowParts } from "@/lib/money-out/payouts/dashboard-outflow";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { BTC_ADDRESS, EVM_ADDRESS, fundHot, newPayer, setService } from "@/lib/money-out/payouts/testing/payout-rig";
import {
  sendOf,
  simulateConfirmed,
  simulateExpired,
  simulateSigned,
} from "@/lib/money-out/payouts/testing/simulated-engine";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

const SOL_ADDRESS = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";

let merchantId: string;
beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "1000");
  await setPrice("SOL", "200");
  merchantId = (await newPayer({ USDT: "100", BTC: "1", SOL: "1" })).merchantId;
  for (const currency of ["BTC", "SOL"]) await fundCapital(currency, "2");
});
afterAll(closeDatabase);

const order = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const parameters = { amount: "3", currency: "USDT", network: "bsc", order_id: randomUUID(), is_subtract: true };
  return createPayout(
    await getMerchant(merchantId),
    createPayoutInput.parse({ ...parameters, address: EVM_ADDRESS, ...fields }),
  );
};

async function titlesOf(id: string): Promise<string[]> {
  const of = await readOutflowParts("payout", [id], { userId: randomUUID(), mayPayOut: true });
  return of(id).events.map((event) => outflowEventLabel(event).title);
}

test("a payout whose transaction expired reports the replacement, shows the new transaction, and is paid once", async () => {
  const payout = await order();
  const first = await simulateSigned(payout.id);
  await simulateExpired(payout.id);
  const second = await simulateSigned(payout.id);
  expect(second).not.toBe(first);
  expect(await findMerchantPayout(merchantId, payout.id)).toMatchObject({ status: "process", transactionId: second });
  await simulateConfirmed(payout.id);
  const titles = await titlesOf(payout.id);
  expect(titles.slice(1, 3)).toEqual(["Signed and sent to the network", "Sent again"]);
  expect(titles.filter((title) => title === "Confirmed by the network")).toHaveLength(1);
  expect(await walletOf(merchantId)).toBe(decimal("100").minus(payout.debitedAmount).toFixed());
  expect(await bookDifferences()).toEqual([]);
});

test("between two transactions nothing is signed: the payout can be cancelled, and its funds return", async () => {
  const before = await walletOf(merchantId);
  const payout = await order();
  await simulateSigned(payout.id);
  await simulateExpired(payout.id);
  await cancelPayout({ merchantId, payoutId: payout.id, actorId: null });
  expect((await sendOf(payout.id))?.status).toBe("cancelled");
  expect(await walletOf(merchantId)).toBe(before);
  expect(await bookDifferences()).toEqual([]);
});

test.each([
  ["BTC", "btc", BTC_ADDRESS, "0.00000545", "0.00000546"],
  ["SOL", "sol", SOL_ADDRESS, "0.00089087", "0.00089088"],
])(
  "is refused on creation for less %s than its chain would accept, or than a new account must hold",
  async (currency, network, address, dust, least) => {
    await setService(currency, network, { payoutMin: "0" });
    const parameters = { currency, network, address, is_subtract: true };
    await expect(order({ ...parameters, amount: dust })).rejects.toThrow("withdrawal_too_small");
    const outcome = await order({ ...parameters, amount: least }).then(() => "ordered", String);
    expect(outcome).not.toContain("too small");
  },
);
