import { expect, test } from "vitest";
import { joinCoins } from "@/lib/chains/bitcoin-like/building/assemble-transaction";
import type { Coin, Joining } from "@/lib/chains/spending";
import { chooseIdle, chooseUrgent, isPayable, planUrgent, type Shortage } from "@/lib/sending/sends/choose-small-coins";

const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

/** Of these amounts, the largest first. */
function coins(...groups: readonly (readonly [count: number, units: bigint])[]): readonly Coin[] {
  return groups.flatMap(([count, units], group) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ transactionId: `${group}`.repeat(64), index, units, address: ADDRESS },
    })),
  );
}

function short(amount: bigint, inputUnits = 0n, restUnits = 0n): Shortage {
  return { amount, costs: { inputUnits, restUnits } };
}

const feeOf = (maximumUnits: bigint) => {
  return { priority: "recommended", expectedUnits: maximumUnits, maximumUnits, terms: "" } as const;
};

/** So many at once, for so much each. */
function joiner(most: number, eachUnits: bigint) {
  return async (small: readonly Coin[]): Promise<Joining | null> => {
    const chosen = small.slice(0, most);
    const held = chosen.reduce((total, { units }) => total + units, 0n);
    const fee = eachUnits * BigInt(chosen.length);
    return { coins: chosen, units: held - fee, fee: feeOf(fee) };
  };
}

test("while nobody waits, more than a hundred coins are joined from the smallest on, and the twenty largest stay", () => {
  expect(chooseIdle(coins([100, 5n]))).toEqual([]);
  const chosen = chooseIdle(coins([25, 900n], [80, 1n]));
  expect(chosen.map(({ units }) => units)).toEqual([...Array<bigint>(80).fill(1n), 900n, 900n]);
});

test("while nobody waits, no more than a tenth of the money goes at once", () => {
  expect(chooseIdle(coins([500, 7n]))).toHaveLength(50);
  expect(chooseIdle(coins([20, 1n], [81, 100n]))).toHaveLength(8);
});

test("for a payout, whatever is too small to make it up with as many coins as it may spend, the largest first", () => {
  const all = coins([1, 100n], [800, 2n], [100, 1n]);
  expect(isPayable(all, short(1_298n))).toBe(true);
  expect(isPayable(all, short(1_299n))).toBe(false);
  expect(chooseUrgent(all, short(1_500n))).toEqual(all.slice(1));
  // Together they do not suffice: whatever it costs, nothing is won by it.
  expect(chooseUrgent(all, short(1_801n))).toEqual([]);
  // What is large enough is left as it is.
  expect(chooseUrgent(all, short(1_200n))).toEqual(all.slice(801));
  expect(chooseUrgent(coins([700, 2n], [19, 1n]), short(1_200n))).toEqual([]);
});

test("what coins cost to spend counts: too small is what is too small after it", () => {
  // 600 of them hold more than the amount, and 670 of them, spent, hold less.
  const all = coins([900, 10n]);
  expect(chooseUrgent(all, short(5_500n))).toEqual([]);
  expect(chooseUrgent(all, short(5_500n, 3n))).toEqual(all);
  expect(isPayable(all, short(4_200n, 3n))).toBe(true);
  expect(isPayable(all, short(4_200n, 3n, 1n))).toBe(false);
  expect(chooseUrgent(all, short(6_300n, 3n))).toEqual(all);
  expect(chooseUrgent(all, short(6_300n, 3n, 1n))).toEqual([]);
});

test("a payout is planned for to the end, or nothing is joined for it", async () => {
  const all = coins([1_500, 10n]);
  const plan = await planUrgent(all, short(9_000n, 1n), joiner(400, 1n));
  expect(plan.map(({ units }) => units)).toEqual([3_600n, 3_600n]);
  // All of them, net of their inputs, hold the amount: not so when joining takes more than it
  // seemed to.
  expect(await planUrgent(all, short(13_000n, 1n), joiner(400, 3n))).toEqual([]);
  expect(await planUrgent(all, short(9_000n, 1n), async () => null)).toEqual([]);
});

test("coins are not burnt for a payout that cannot be made even so", async () => {
  const rates = { estimated: 180_000n, minimum: null, incremental: null };
  const all = coins([700, 13_000n]);
  // 68 virtual bytes for each of them, at 180 units a byte.
  const shortage = short(8_500_000n, 12_240n, 20_000n);
  const join = async (candidates: readonly Coin[]) =>
    joinCoins({ family: "btc", candidates, address: ADDRESS, priority: "recommended", isUrgent: true, rates });
  expect(await planUrgent(all, shortage, join)).toEqual([]);
});
