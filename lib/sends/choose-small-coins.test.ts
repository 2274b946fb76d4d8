import { expect, test } from "vitest";
import type { Coin } from "@/lib/chains/spending";
import { chooseIdle, chooseUrgent, isPayable } from "@/lib/sends/choose-small-coins";

/** Of these amounts, the largest first. */
function coins(...groups: readonly (readonly [count: number, units: bigint])[]): readonly Coin[] {
  return groups.flatMap(([count, units], group) =>
    Array.from({ length: count }, (_, index) => ({ transactionId: `${group}`, index, units, address: "ours" })),
  );
}

test("while nobody waits, more than a hundred coins are joined from the smallest on, and the twenty largest stay", () => {
  expect(chooseIdle(coins([100, 5n]))).toEqual([]);
  const chosen = chooseIdle(coins([25, 9n], [80, 1n]));
  expect(chosen).toHaveLength(85);
  expect(chosen.map(({ units }) => units)).toEqual([...Array<bigint>(80).fill(1n), ...Array<bigint>(5).fill(9n)]);
});

test("for a payout, whatever is too small to make it up with as many coins as it may spend, the largest first", () => {
  const all = coins([1, 100n], [800, 2n], [100, 1n]);
  expect(isPayable(all, 1_298n)).toBe(true);
  expect(isPayable(all, 1_299n)).toBe(false);
  expect(chooseUrgent(all, 1_500n)).toEqual(all.slice(1));
  // Together they do not suffice: whatever it costs, nothing is won by it.
  expect(chooseUrgent(all, 1_801n)).toEqual([]);
  // What is large enough is left as it is.
  expect(chooseUrgent(all, 1_200n)).toEqual(all.slice(801));
  expect(chooseUrgent(coins([700, 2n], [19, 1n]), 1_200n)).toEqual([]);
});
