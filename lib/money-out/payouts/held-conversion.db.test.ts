import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { conversionGains } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { bookDifferences, openGateway, setPrice, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import { refusePayout, releasePayout } from "@/lib/money-out/payouts/review-payout";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import {
  EVM_ADDRESS,
  emptyTreasury,
  fillTreasury,
  fundHot,
  newPayer,
} from "@/lib/money-out/payouts/testing/payout-rig";
import { simulateFailed, simulateSigned } from "@/lib/money-out/payouts/testing/simulated-engine";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { deferSend } from "@/lib/sending/sends/defer-send";
import type { SendTiming } from "@/lib/sending/sends/engine";
import { findSendOf } from "@/lib/sending/sends/repo";
import { setSendOwner } from "@/lib/sending/sends/send-owner";

/** Prices after an hour of waiting; a payout of one ETH was created at 2000 dollars. */
const RISEN = "2100";
const FALLEN = "1600";
/**
 * How many seconds the rate of a payout is valid, and the maximum age of a price at which the
 * gateway exchanges.
 */
const STOOD_S = 15;

beforeAll(async () => {
  setSendOwner("payout", payoutSends);
  await openGateway(3);
  await fundHot("eth", "ETH", "1000");
  await fillTreasury("ETH", "100");
});
afterAll(closeDatabase);

/** One ETH from USDT, which a second person has to approve. */
let payout: Payout;
let merchantId: string;
beforeEach(async () => {
  await setPrice("ETH", "2000");
  merchantId = (await newPayer({ USDT: "5000" })).merchantId;
  await database().merchant.update({ where: { id: merchantId }, data: { approvalAboveUsd: "1" } });
  payout = await order();
});

async function order(): Promise<Payout> {
  const fields = { amount: "1", currency: "ETH", network: "eth", from_currency: "USDT", order_id: randomUUID() };
  const input = createPayoutInput.parse({ ...fields, address: EVM_ADDRESS, is_subtract: false });
  return await createPayout(await getMerchant(merchantId), input);
}

/** Records this many consecutive refusals by the chain. */
async function refusedByChain(times: number): Promise<void> {
  const blocker = { reason: "refused", detail: "the address takes nothing" } as const;
  for (let count = 0; count < times; count += 1) {
    const send = await withTransaction((tx) => findSendOf(tx, "payout", payout.id));
    if (send === null) throw new Error("nothing is ordered");
    await deferSend(send, blocker, { retryMs: 1, retryMaxMs: 1 } as SendTiming);
  }
}

const waited = (seconds: number) =>
  database().payout.update({ where: { id: payout.id }, data: { createdAt: new Date(Date.now() - seconds * 1000) } });
const release = () => withTransaction((tx) => releasePayout(tx, payout.id));
const refuse = (status: "cancel" | "fail") =>
  withTransaction((tx) => refusePayout(tx, payout.id, { reason: "no", status }));
const cancel = () => cancelPayout({ merchantId, payoutId: payout.id, actorId: null });
const statusNow = async () => (await database().payout.findUniqueOrThrow({ where: { id: payout.id } })).status;

/**
 * The balance that results when the ETH of the conversion, including its fee, is returned at 1600
 * dollars each.
 */
function balanceAtFallen(): string {
  const { conversion, debitedAmount } = payout;
  const coins = conversion?.toAmount.plus(conversion.fee);
  return decimal("5000")
    .minus(debitedAmount)
    .plus(coins?.times(FALLEN).toDecimalPlaces(8, 1) ?? "0")
    .toFixed();
}

test("approved after its rate expired and the coin rose, a converted payout is not sent", async () => {
  await waited(STOOD_S + 1);
  await setPrice("ETH", RISEN);
  await expect(release()).rejects.toMatchObject({ reason: "rate_moved" });
  expect(await statusNow()).toBe("check");
});

test.each([
  ["while its rate is valid", 10, RISEN],
  ["after the price has moved by less than the spread", 3600, "2009"],
  ["after the price has fallen", 3600, FALLEN],
])("approved %s it is sent", async (_, seconds, price) => {
  await waited(seconds);
  await setPrice("ETH", price);
  await release();
  expect(await statusNow()).toBe("process");
});

test("approved while no rate is available it keeps waiting", async () => {
  await waited(STOOD_S + 1);
  await setPrice("ETH", "2000", 3600);
  await expect(release()).rejects.toMatchObject({ code: "unavailable" });
});

test.each([
  ["cancelled", cancel],
  ["refused by a member of the merchant", () => refuse("cancel")],
])(
  "%s after the coin fell, the current value of the coin is returned and the gateway keeps the rest",
  async (_, end) => {
    await waited(STOOD_S + 1);
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
  ["while its rate is valid", 10, FALLEN],
  ["after the price has risen", 3600, RISEN],
  ["at an unchanged rate", 3600, "2000"],
])("cancelled %s the full amount is returned", async (_, seconds, price) => {
  await waited(seconds);
  await setPrice("ETH", price);
  await cancel();
  expect(await walletOf(merchantId)).toBe("5000");
  expect(await bookDifferences()).toEqual([]);
});

test.each([
  ["cancelled", cancel],
  ["refused by a member of the merchant", () => refuse("cancel")],
])("%s while no rate is available, it keeps waiting and nothing is moved", async (_, end) => {
  await waited(3600);
  await setPrice("ETH", FALLEN, STOOD_S + 1);
  await expect(end()).rejects.toMatchObject({ reason: "rate_unavailable" });
  expect(await statusNow()).toBe("check");
  await setPrice("ETH", FALLEN);
  await end();
  expect(await walletOf(merchantId)).toBe(balanceAtFallen());
  expect(await bookDifferences()).toEqual([]);
});

test("refused by its chain while no rate is available it keeps waiting, and ends once there is one", async () => {
  await release();
  await waited(3600);
  await setPrice("ETH", FALLEN, STOOD_S + 1);
  await refusedByChain(4);
  expect(await statusNow()).not.toBe("fail");
  await setPrice("ETH", FALLEN);
  await refusedByChain(1);
  expect(await statusNow()).toBe("fail");
  expect(await walletOf(merchantId)).toBe(balanceAtFallen());
  expect(await bookDifferences()).toEqual([]);
});

test("is refused at a price older than that, and nothing is debited", async () => {
  await setPrice("ETH", "2000", STOOD_S + 1);
  await expect(order()).rejects.toThrow("convert_failed");
  expect(await walletOf(merchantId)).toBe(decimal("5000").minus(payout.debitedAmount).toFixed());
});

test("refused by the operator the full amount is returned, whatever the price", async () => {
  await waited(3600);
  await setPrice("ETH", FALLEN);
  await refuse("fail");
  expect(await walletOf(merchantId)).toBe("5000");
  expect(await bookDifferences()).toEqual([]);
});

test("failed on its chain the full amount is returned, whatever the price", async () => {
  await release();
  await simulateSigned(payout.id);
  await waited(3600);
  await setPrice("ETH", FALLEN);
  await simulateFailed(payout.id);
  expect(await walletOf(merchantId)).toBe("5000");
  expect(await bookDifferences()).toEqual([]);
});

test("called off after the treasury was emptied, the merchant gets the current value and the gateway gains nothing", async () => {
  await waited(STOOD_S + 1);
  await setPrice("ETH", FALLEN);
  await emptyTreasury("USDT");
  await cancel();
  expect(await walletOf(merchantId)).toBe(balanceAtFallen());
  expect(await bookDifferences()).toEqual([]);
});
