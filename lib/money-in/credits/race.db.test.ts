import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database, type Tx, withTransaction } from "@/lib/kernel/db";
import { merchantWallet, treasury, userWallet } from "@/lib/ledger/account";
import { creditPayment } from "@/lib/money-in/credits/credit-payment";
import { reversePaymentCredit } from "@/lib/money-in/credits/reverse-payment-credit";
import {
  balanceOf,
  convertCoins,
  credit,
  fillTreasury,
  itemOf,
  newCredit,
  newReferrer,
  reverse,
  type TestCredit,
} from "@/lib/money-in/credits/testing/credit-rig";
import { bookDifferences, fundCapital, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { connectReferrer } from "@/lib/people/referrals/referrals";

const COINS = ["ETH", "USDC", "BTC"] as const;
const TREASURY = "100000000";
const ROUNDS = 6;
let merchants: string[];
let referrer: string;

/** Every merchant already has wallets, as on any day but the first. */
beforeAll(async () => {
  await openGateway(1);
  for (const coin of ["USDT", ...COINS]) await fundCapital(coin, "1000000000");
  await fillTreasury("USDT", TREASURY);
  const { userId, code } = await newReferrer();
  referrer = userId;
  merchants = await Promise.all(Array.from({ length: 4 }, () => newMerchant()));
  for (const merchantId of merchants) {
    await convertCoins(merchantId, ...COINS);
    await withTransaction((tx) => connectReferrer(tx, merchantId, code));
  }
  for (const merchantId of merchants) {
    const [first, ...others] = COINS.map((coin) => newCredit(merchantId, coin, "1", "0.01"));
    if (first === undefined) continue;
    await credit(first, ...others);
    for (const item of [first, ...others]) await reverse(item);
  }
}, 240_000);
afterAll(closeDatabase);

/** Runs without a retry, so that a deadlock fails the test. */
const once = async (command: (tx: Tx) => Promise<unknown>): Promise<void> => {
  await database().$transaction(command, { maxWait: 60_000, timeout: 60_000 });
};

const creditOnce = (merchantId: string, credits: readonly TestCredit[]) =>
  once((tx) => creditPayment(tx, { merchantId, invoiceId: null, items: credits.map(itemOf) }));

const reverseOnce = (credited: TestCredit) =>
  once(async (tx) => {
    const { from: to, ...item } = itemOf(credited);
    await reversePaymentCredit(tx, { merchantId: credited.merchantId, invoiceId: null, item: { ...item, to } });
  });

/** Runs as many concurrently as there are connections. */
async function inLanes(commands: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...commands];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: 12 }, lane));
}

/** The same credits for every merchant, with the coins in a different order each round. */
function creditsOf(merchantId: string, round: number): TestCredit[] {
  const coins = [...COINS, ...COINS].slice(round % 3, (round % 3) + 3);
  return coins.map((coin) => newCredit(merchantId, coin, "1", "0.01"));
}

test("concurrent multi-part credits with referral shares and conversions, and reversals of other credits, never deadlock and lose nothing", {
  timeout: 240_000,
}, async () => {
  const earlier = merchants.flatMap((merchantId) => [0, 1, 2].flatMap((round) => creditsOf(merchantId, round)));
  for (const credited of earlier) await credit(credited);
  const fresh = merchants.flatMap((merchantId) =>
    Array.from({ length: ROUNDS }, (_, round) => ({ merchantId, credits: creditsOf(merchantId, round) })),
  );

  const credits = fresh.map(
    ({ merchantId, credits: items }) =>
      () =>
        creditOnce(merchantId, items),
  );
  const reversals = earlier.map((credited) => () => reverseOnce(credited));
  // Reversals and credits alternate; the credits repeat at the end as replays.
  const both = reversals.flatMap((reversal, index) => [reversal, ...credits.slice(index, index + 1)]);
  await inLanes([...both, ...credits]);

  // Per merchant 6 rounds of 0.99 ETH, USDC and BTC at 2000, 1 and 100000, less half a percent; a
  // fifth of 0.01 for the referrer.
  for (const merchantId of merchants) {
    for (const coin of COINS) expect(await balanceOf(merchantWallet(merchantId, coin))).toBe("0");
    expect(await balanceOf(merchantWallet(merchantId, "USDT"))).toBe("602856.5103");
  }
  for (const coin of COINS) {
    expect(await balanceOf(treasury(coin))).toBe("23.76");
    expect(await balanceOf(userWallet(referrer, coin))).toBe("0.048");
  }
  expect(await balanceOf(treasury("USDT"))).toBe("97576456.24");
  expect(await bookDifferences()).toEqual([]);
});

test("two credits that together exceed the treasury's balance are never both converted", async () => {
  const there = await balanceOf(treasury("USDT"));
  const [big, small] = [newCredit(merchants[0] ?? "", "USDT", there), newCredit(merchants[1] ?? "", "USDT", there)];
  const items = [big, small].map((item) => ({ ...item, currency: "USDC", amount: item.amount.times("0.6") }));
  await Promise.all(items.map((item) => creditOnce(item.merchantId, [item])));
  const rows = await database().conversion.findMany({ where: { reference: { in: items.map(({ id }) => `${id}:1`) } } });
  expect(rows.length).toBe(1);
  expect(await bookDifferences()).toEqual([]);
});
