import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { treasury } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { convertCoins, credit, newCredit } from "@/lib/money-in/credits/testing/credit-rig";
import { bookDifferences, fundCapital, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import {
  EVM_ADDRESS,
  emptyTreasury,
  fillTreasury,
  fundHot,
  newPayer,
} from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { drawTreasury } from "@/lib/sending/treasury/fill-treasury";

beforeAll(async () => {
  await openGateway(3);
  for (const currency of ["USDT", "ETH"]) await fundCapital(currency, "1000000");
  await fundHot("eth", "ETH", "1000");
});
afterAll(closeDatabase);

/**
 * Every error that a caller may get whose conversion came too late. An internal error is not among
 * them.
 */
const REFUSALS = [
  "not_enough_funds",
  "not_enough_to_convert USDT ETH",
  "convert_failed",
  expect.stringMatching(/^The treasury holds only /),
];

async function outcomesOf(calls: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const settled = await Promise.allSettled(calls.map((call) => call()));
  return settled.map((end) => (end.status === "fulfilled" ? "done" : String(end.reason?.message ?? end.reason)));
}

async function converter(balance: string) {
  const { merchantId } = await newPayer({ USDT: balance });
  const merchant = await getMerchant(merchantId);
  const terms = { currency: "ETH", network: "eth", from_currency: "USDT", address: EVM_ADDRESS, is_subtract: false };
  const pay = (amount: string) =>
    createPayout(merchant, createPayoutInput.parse({ ...terms, amount, order_id: randomUUID() }));
  return { merchantId, pay };
}

test("conversions that race with treasury draws and with their own cancellation succeed or are rejected with a message, and the books balance", async () => {
  const credited = await newMerchant();
  await convertCoins(credited, "ETH");
  const payers = await Promise.all([converter("3000"), converter("2500"), converter("900")]);
  for (let round = 0; round < 3; round++) {
    for (const currency of ["ETH", "USDT"]) await emptyTreasury(currency);
    await fillTreasury("ETH", "1.5");
    await fillTreasury("USDT", "1500");
    const made = await database().payout.findMany({
      where: { status: "process" },
      select: { id: true, merchantId: true },
    });
    const draw = (currency: string, amount: string) => () =>
      drawTreasury({ commandId: randomUUID(), currency, amount: decimal(amount), actorId: null });
    const outcomes = await outcomesOf([
      ...payers.flatMap(({ pay }) => [() => pay("0.4"), () => pay("0.4"), () => pay("0.3")]),
      ...["0.3", "0.4", "0.2"].map((amount) => () => credit(newCredit(credited, "ETH", amount))),
      ...made.map(
        ({ id, merchantId }) =>
          () =>
            cancelPayout({ merchantId, payoutId: id, actorId: null }),
      ),
      draw("ETH", "0.9"),
      draw("USDT", "800"),
    ]);
    for (const outcome of outcomes) expect(["done", ...REFUSALS]).toContainEqual(outcome);
    expect(outcomes).toContain("done");
    expect(outcomes.some((outcome) => outcome !== "done")).toBe(true);
    for (const currency of ["ETH", "USDT"]) expect((await findBalance(treasury(currency))).isNegative()).toBe(false);
  }
  expect(await bookDifferences()).toEqual([]);
});
