import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/db";
import { bookDifferences, openGateway, setPrice, walletOf } from "@/lib/invoices/testing/gateway-rig";
import { conversionGains } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/balances";
import { getMerchant } from "@/lib/merchants/get-merchant";
import { decimal } from "@/lib/money/decimal";
import { cancelPayout } from "@/lib/payouts/cancel-payout";
import { createPayout } from "@/lib/payouts/create-payout";
import type { Payout } from "@/lib/payouts/payout";
import { refusePayout, releasePayout } from "@/lib/payouts/review-payout";
import { createPayoutInput } from "@/lib/payouts/schema";
import { EVM_ADDRESS, emptyTreasury, fillTreasury, fundHot, newPayer } from "@/lib/payouts/testing/payout-rig";
import { playFailed, playSigned } from "@/lib/payouts/testing/played-engine";

/** What an hour of waiting may do to the price of 2000 dollars at which a payout of one ETH was ordered. */
const RISEN = "2100";
const FALLEN = "1600";

beforeAll(async () => {
  await openGateway(3);
  await fundHot("eth", "ETH", "1000");
  await fillTreasury("ETH", "100");
});
afterAll(closeDatabase);

/** One ETH from USDT, which a second person has to agree to. */
let payout: Payout;
let merchantId: string;
beforeEach(async () => {
  await setPrice("ETH", "2000");
  merchantId = (await newPayer({ USDT: "5000" })).merchantId;
  await database().merchant.update({ where: { id: merchantId }, data: { approvalAboveUsd: "1" } });
  const fields = { amount: "1", currency: "ETH", network: "eth", from_currency: "USDT", order_id: randomUUID() };
  payout = await createPayout(
    await getMerchant(merchantId),
    createPayoutInput.parse({ ...fields, address: EVM_ADDRESS, is_subtract: false }),
  );
});

const waited = (seconds: number) =>
  database().payout.update({ where: { id: payout.id }, data: { createdAt: new Date(Date.now() - seconds * 1000) } });
const release = () => withTransaction((tx) => releasePayout(tx, payout.id));
const refuse = (status: "cancel" | "fail") =>
  withTransaction((tx) => refusePayout(tx, payout.id, { reason: "no", status }));
const cancel = () => cancelPayout({ merchantId, payoutId: payout.id, actorId: null });
const statusNow = async () => (await database().payout.findUniqueOrThrow({ where: { id: payout.id } })).status;

/** What the ETH of the conversion, its fee included, is worth at 1600 dollars each, beside what was left. */
function balanceAtFallen(): string {
  const { conversion, debitedAmount } = payout;
  const coins = conversion?.toAmount.plus(conversion.fee);
  return decimal("5000")
    .minus(debitedAmount)
    .plus(coins?.times(FALLEN).toDecimalPlaces(8, 1) ?? "0")
    .toFixed();
}

test("approved after a minute in which the coin has risen, a converted payout does not go", async () => {
  await waited(61);
  await setPrice("ETH", RISEN);
  await expect(release()).rejects.toMatchObject({ code: "refused", message: expect.stringContaining("order it anew") });
  expect(await statusNow()).toBe("check");
});

test.each([
  ["within the minute", 50, RISEN],
  ["while the coin has moved by less than the spread", 3600, "2009"],
  ["when the coin has fallen", 3600, FALLEN],
])("approved %s it goes", async (_, seconds, price) => {
  await waited(seconds);
  await setPrice("ETH", price);
  await release();
  expect(await statusNow()).toBe("process");
});

test("approved while nobody knows the rate it waits on", async () => {
  await waited(61);
  await setPrice("ETH", "2000", 3600);
  await expect(release()).rejects.toMatchObject({ code: "unavailable" });
});

test.each([
  ["cancelled", cancel],
  ["refused by a person of the merchant", () => refuse("cancel")],
])(
  "%s after the coin has fallen, what comes back is what the coin is worth, the rest is the gateway's",
  async (_, end) => {
    await waited(61);
    await setPrice("ETH", FALLEN);
    const gainsBefore = await findBalance(conversionGains("USDT"));
    await end();
    const expected = balanceAtFallen();
    expect(await walletOf(merchantId)).toBe(expected);
    const gained = (await findBalance(conversionGains("USDT"))).minus(gainsBefore);
    expect(gained.toFixed()).toBe(decimal("5000").minus(expected).toFixed());
    expect(await bookDifferences()).toEqual([]);
  },
);

test.each([
  ["within the minute", 50, FALLEN],
  ["when the coin has risen", 3600, RISEN],
  ["at an unchanged rate", 3600, "2000"],
])("cancelled %s all comes back", async (_, seconds, price) => {
  await waited(seconds);
  await setPrice("ETH", price);
  await cancel();
  expect(await walletOf(merchantId)).toBe("5000");
  expect(await bookDifferences()).toEqual([]);
});

test("cancelled while nobody knows the rate all comes back", async () => {
  await waited(3600);
  await setPrice("ETH", FALLEN, 3600);
  await cancel();
  expect(await walletOf(merchantId)).toBe("5000");
});

test("refused by the operator all comes back, whatever the coin has done", async () => {
  await waited(3600);
  await setPrice("ETH", FALLEN);
  await refuse("fail");
  expect(await walletOf(merchantId)).toBe("5000");
  expect(await bookDifferences()).toEqual([]);
});

test("failed on its chain all comes back, whatever the coin has done", async () => {
  await release();
  await playSigned(payout.id);
  await waited(3600);
  await setPrice("ETH", FALLEN);
  await playFailed(payout.id);
  expect(await walletOf(merchantId)).toBe("5000");
  expect(await bookDifferences()).toEqual([]);
});

test("called off when the treasury has been emptied, the merchant gets its worth and the gateway gains nothing", async () => {
  await waited(61);
  await setPrice("ETH", FALLEN);
  await emptyTreasury("USDT");
  await cancel();
  expect(await walletOf(merchantId)).toBe(balanceAtFallen());
  expect(await bookDifferences()).toEqual([]);
});
