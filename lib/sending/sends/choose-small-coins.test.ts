import { expect, test } from "vitest";
import { joinCoins } from "@/lib/chains/bitcoin-like/building/assemble-transaction";
import type { Coin, Joining } from "@/lib/chains/spending";
import { chooseIdle, chooseUrgent, isPayable, planUrgent, type Shortage } from "@/lib/sending/sends/choose-small-coins";

const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

/** Creates UTXOs of these amounts, the largest first. */
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

/** Consolidates at most this many at once, at this cost each. */
function joiner(most: number, eachUnits: bigint) {
  return async (small: readonly Coin[]): Promise<Joining | null> => {
    const chosen = small.slice(0, most);
    const held = chosen.reduce((total, { units }) => total + units, 0n);
    const fee = eachUnits * BigInt(chosen.length);
    return { coins: chosen, units: held - fee, fee: feeOf(fee) };
  };
}

test("while no send waits, consolidates more than a hundred UTXOs starting with the smallest, and keeps the twenty largest", () => {
  expect(chooseIdle(coins([100, 5n]))).toEqual([]);
  const chosen = chooseIdle(coins([25, 900n], [80, 1n]));
  expect(chosen.map(({ units }) => units)).toEqual([...Array<bigint>(80).fill(1n), 900n, 900n]);
});

test("while no send waits, uses at most a tenth of the funds at once", () => {
  expect(chooseIdle(coins([500, 7n]))).toHaveLength(50);
  expect(chooseIdle(coins([20, 1n], [81, 100n]))).toHaveLength(8);
});

test("for a payout, chooses the UTXOs that are too small to make up its amount within the input limit, largest first", () => {
  const all = coins([1, 100n], [800, 2n], [100, 1n]);
  expect(isPayable(all, short(1_298n))).toBe(true);
  expect(isPayable(all, short(1_299n))).toBe(false);
  expect(chooseUrgent(all, short(1_500n))).toEqual(all.slice(1));
  // The total is insufficient, so consolidating would not help.
  expect(chooseUrgent(all, short(1_801n))).toEqual([]);
  // UTXOs that are large enough are left unchanged.
  expect(chooseUrgent(all, short(1_200n))).toEqual(all.slice(801));
  expect(chooseUrgent(coins([700, 2n], [19, 1n]), short(1_200n))).toEqual([]);
});

test("includes the cost of spending: a UTXO is small if it is small after that cost", () => {
  // 600 of them hold more than the amount, but 670 of them hold less after the cost of spending.
  const all = coins([900, 10n]);
  expect(chooseUrgent(all, short(5_500n))).toEqual([]);
  expect(chooseUrgent(all, short(5_500n, 3n))).toEqual(all);
  expect(isPayable(all, short(4_200n, 3n))).toBe(true);
  expect(isPayable(all, short(4_200n, 3n, 1n))).toBe(false);
  expect(chooseUrgent(all, short(6_300n, 3n))).toEqual(all);
  expect(chooseUrgent(all, short(6_300n, 3n, 1n))).toEqual([]);
});

test("plans all consolidations that a payout needs, or none", async () => {
  const all = coins([1_500, 10n]);
  const plan = await planUrgent(all, short(9_000n, 1n), joiner(400, 1n));
  expect(plan.map(({ units }) => units)).toEqual([3_600n, 3_600n]);
  // Their total net of inputs covers the amount, but not after a consolidation that costs more than
  // expected.
  expect(await planUrgent(all, short(13_000n, 1n), joiner(400, 3n))).toEqual([]);
  expect(await planUrgent(all, short(9_000n, 1n), async () => null)).toEqual([]);
});

test("does not spend fees on a payout that would still be impossible", async () => {
  const rates = { estimated: 180_000n, minimum: null, incremental: null };
  const all = coins([700, 13_000n]);
  // 68 virtual bytes each, at 180 units a byte.
  const shortage = short(8_500_000n, 12_240n, 20_000n);
  const join = async (candidates: readonly Coin[]) =>
    joinCoins({ family: "btc", candidates, address: ADDRESS, priority: "recommended", isUrgent: true, rates });
  expect(await planUrgent(all, shortage, join)).toEqual([]);
});
