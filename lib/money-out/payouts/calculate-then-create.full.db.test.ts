import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { Decimal, decimal } from "@/lib/kernel/money/decimal";
import { formatCrypto } from "@/lib/kernel/money/format";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { calculatePayout } from "@/lib/money-out/payouts/calculate-payout";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { calculatePayoutInput, createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { BTC_ADDRESS, EVM_ADDRESS, fillTreasury, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

const RUNS = 60;
const LIMIT_MS = 300_000;
const BALANCES = { USDT: "1000", ETH: "1", BTC: "0.02", USDC: "50" };

let merchantId: string;
beforeAll(async () => {
  await openGateway(3);
  merchantId = (await newPayer(BALANCES)).merchantId;
  await fillTreasury("ETH", "0.2");
  await fillTreasury("BTC", "0.01");
  const levels = ["economy", "recommended", "high", "highest"] as const;
  const observedAt = new Date();
  const figures = levels.flatMap((priority, level) => [
    { currencyCode: "USDT", networkCode: "bsc", priority, amount: `0.000${level + 1}`, observedAt },
    { currencyCode: "ETH", networkCode: "eth", priority, amount: `0.0000${level + 1}`, observedAt },
  ]);
  await database().payoutFeeEstimate.createMany({ data: figures });
});
afterAll(closeDatabase);

const service = fc.constantFrom(
  { coin: "USDT", network: "bsc", address: EVM_ADDRESS, most: 1100n, decimals: 18 },
  { coin: "ETH", network: "eth", address: EVM_ADDRESS, most: 1n, decimals: 18 },
  { coin: "BTC", network: null, address: BTC_ADDRESS, most: 1n, decimals: 8 },
  { coin: "USDC", network: "eth", address: EVM_ADDRESS, most: 60n, decimals: 6 },
);

/** Amounts of any size up to slightly more than the balance, with at most the coin's decimals. */
const amountOf = (most: bigint, decimals: number) =>
  fc
    .tuple(fc.bigInt({ min: 1n, max: most * 10n ** 6n }), fc.nat({ max: Math.min(decimals, 6) }))
    .map(([millionths, places]) =>
      decimal(millionths.toString()).dividedBy("1000000").toDecimalPlaces(places, Decimal.ROUND_DOWN).toFixed(),
    );

const request = service.chain(({ coin, network, address, most, decimals }) =>
  fc
    .record({
      isFiat: fc.boolean(),
      isFromUsdt: fc.boolean(),
      is_subtract: fc.boolean(),
      priority: fc.constantFrom(undefined, "economy", "recommended", "high", "highest"),
      course_source: fc.constantFrom(undefined, "Binance", "binance"),
      coinAmount: amountOf(most, decimals),
      fiatAmount: amountOf(500n, 2),
    })
    .map(({ isFiat, isFromUsdt, coinAmount, fiatAmount, ...rest }) => ({
      ...rest,
      network,
      address,
      ...(isFiat
        ? { amount: fiatAmount, currency: "EUR", to_currency: coin }
        : { amount: coinAmount, currency: coin, to_currency: null }),
      from_currency: isFromUsdt ? "USDT" : null,
    })),
);

/** Returns the result, or the message of the refusal. */
async function outcome<Result>(work: () => Promise<Result>): Promise<Result | string> {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test(
  "calculated and then created while the quote is valid, a payout has identical amounts or the identical refusal",
  async () => {
    const merchant = await getMerchant(merchantId);
    let madeCount = 0;
    await fc.assert(
      fc.asyncProperty(request, async (fields) => {
        fc.pre(decimal(fields.amount).gt("0"));
        const [calculation, ordered] = [
          calculatePayoutInput.parse(fields),
          createPayoutInput.parse({ ...fields, order_id: randomUUID() }),
        ];
        const told = await outcome(() => calculatePayout(merchant, calculation));
        const made = await outcome(() => createPayout(merchant, ordered));
        if (typeof told === "string" || typeof made === "string") {
          expect(made).toEqual(told);
          return;
        }
        const { commission, debitedAmount, sentAmount, fromCode, balanceAfter } = made;
        expect({
          commission: formatCrypto(commission),
          merchant_amount: formatCrypto(debitedAmount),
          payout_amount: formatCrypto(sentAmount),
        }).toEqual(told);
        expect(await walletOf(merchantId, fromCode)).toBe(balanceAfter.toFixed());
        await cancelPayout({ merchantId, payoutId: made.id, actorId: null });
        madeCount += 1;
      }),
      { numRuns: RUNS },
    );
    // Otherwise the property could hold for refusals alone.
    expect(madeCount).toBeGreaterThan(RUNS / 4);
    for (const [currency, amount] of Object.entries(BALANCES))
      expect(await walletOf(merchantId, currency)).toBe(amount);
    expect(await bookDifferences()).toEqual([]);
  },
  LIMIT_MS,
);
