import type { ChainDriver } from "@/lib/chains/driver";
import type { KnownChange } from "@/lib/deposits/holdings-repo";
import { toBaseUnits } from "@/lib/money/base-units";
import { ZERO } from "@/lib/money/decimal";

const FIRST_STEP_BLOCKS = 16;
/** Each step goes four times as far: twelve of them reach a hundred million blocks back. */
const STEP_FACTOR = 4;

/** What an address holds beyond all that we know of, in base units; below zero when it holds less. */
export type SurplusAt = (height: number) => Promise<bigint>;

export function surplusOf(
  driver: Pick<ChainDriver, "balanceOf">,
  of: { readonly address: string; readonly changes: readonly KnownChange[]; readonly decimals: number },
  signal: AbortSignal,
): SurplusAt {
  return async (height) => {
    const held = await driver.balanceOf(of.address, { kind: "native" }, height, signal);
    const known = of.changes.reduce((sum, change) => (change.height <= height ? sum.plus(change.amount) : sum), ZERO);
    return held - toBaseUnits(known, of.decimals);
  };
}

/**
 * The newest block that brought something unknown, and how much, when there is a surplus at `height`: steps back until there was less, then
 * halves. Some dozens of questions about one balance, whose state of then a node must still have.
 * @throws ChainUnavailableError when no node has it any more
 */
export async function findGain(
  surplusAt: SurplusAt,
  height: number,
): Promise<{ readonly height: number; readonly units: bigint }> {
  const most = await surplusAt(height);
  let [low, high, step] = [height, height, FIRST_STEP_BLOCKS];
  while (low > 0) {
    low = Math.max(0, height - step);
    if ((await surplusAt(low)) < most) break;
    [high, step] = [low, step * STEP_FACTOR];
  }
  while (high - low > 1) {
    // tidy-ignore: heights of blocks
    const middle = Math.floor((low + high) / 2);
    if ((await surplusAt(middle)) < most) low = middle;
    else high = middle;
  }
  return { height: high, units: most - (high === 0 ? 0n : await surplusAt(high - 1)) };
}
