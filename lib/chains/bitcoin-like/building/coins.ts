import type { Coin } from "@/lib/chains/spending";

export function isSameCoin(left: Coin, right: Coin): boolean {
  return left.transactionId === right.transactionId && left.index === right.index;
}

export function sumUnits(parts: readonly { readonly units: bigint }[]): bigint {
  return parts.reduce((total, { units }) => total + units, 0n);
}

/** An order that depends on nothing but the coins themselves. */
export function byOutpoint(left: Coin, right: Coin): number {
  if (left.transactionId !== right.transactionId) return left.transactionId < right.transactionId ? -1 : 1;
  return left.index - right.index;
}

/** Each coin once. Throws TypeError when one is named twice with different amounts or owners: one of the two is not true. */
export function withoutRepeats(coins: readonly Coin[]): readonly Coin[] {
  const known = new Map<string, Coin>();
  for (const coin of coins) {
    const name = `${coin.transactionId}:${coin.index}`;
    const other = known.get(name);
    if (other !== undefined && (other.units !== coin.units || other.address !== coin.address))
      throw new TypeError(`coin ${name} is named twice and differs`);
    known.set(name, coin);
  }
  return [...known.values()];
}
