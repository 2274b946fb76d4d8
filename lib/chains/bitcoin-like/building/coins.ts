import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
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

export type PaidOutput = { readonly scriptHex: string; readonly units: bigint };

export type SelectionRequest = {
  readonly family: CoinFamily;
  /** Base units for 1000 virtual bytes. */
  readonly rate: bigint;
  /** More is never paid. */
  readonly maximumFee: bigint;
  readonly outputs: readonly PaidOutput[];
  readonly candidates: readonly Coin[];
  /** Always among the inputs. */
  readonly required: readonly Coin[];
  /** Null: what is left over is fee. */
  readonly changeScript: string | null;
};

/** The coins, the change (null: none) and the fee add up to the outputs exactly. */
export type Selection = {
  /** In the order of their inputs. */
  readonly coins: readonly Coin[];
  readonly changeUnits: bigint | null;
  readonly feeUnits: bigint;
  /** At its largest; the signed one may be a few bytes smaller. */
  readonly virtualSize: number;
};
