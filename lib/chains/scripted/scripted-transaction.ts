import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Asset, BlockReference, Destination } from "@/lib/chains/facts";
import type { Coin, Spends, TransferOutput } from "@/lib/chains/spending";

/** One transaction of the scripted chain, whoever made it. */
export type ScriptedTransaction = {
  readonly id: string;
  /** Canonical sender; null when nobody is debited (a stranger's bottomless purse). */
  readonly from: string | null;
  readonly outputs: readonly TransferOutput[];
  readonly feeUnits: bigint;
  readonly spends: Spends | null;
  /** Gets into a block, takes its fee and moves nothing. */
  readonly fails: boolean;
};

export type ScriptedBlock = {
  readonly reference: BlockReference;
  readonly transactions: readonly ScriptedTransaction[];
};

export function idOf(body: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(body)));
}

/** JSON with bigints as text: the scripted chain's wire format. */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === "bigint" ? `${item}n` : item));
}

export function decodeJson(text: string): unknown {
  return JSON.parse(text, (_, item) =>
    typeof item === "string" && /^-?\d+n$/.test(item) ? BigInt(item.slice(0, -1)) : item,
  );
}

export function assetKey(asset: Asset): string {
  return asset.kind === "native" ? "native" : asset.contract;
}

export function isSameCoin(left: Coin, right: Coin): boolean {
  return left.transactionId === right.transactionId && left.index === right.index;
}

/** Whether both cannot be in one chain: they use the same nonce or share a coin. */
export function conflicts(left: Spends | null, right: Spends | null): boolean {
  if (left === null || right === null) return false;
  if (left.kind === "nonce" && right.kind === "nonce") {
    return left.address === right.address && left.nonce === right.nonce;
  }
  if (left.kind !== "coins" || right.kind !== "coins") return false;
  return left.coins.some((coin) => right.coins.some((other) => isSameCoin(coin, other)));
}

/** What an address gains minus what it loses by these transactions, in one asset. */
export function balanceIn(
  transactions: readonly ScriptedTransaction[],
  address: Destination["address"],
  asset: Asset,
): bigint {
  let units = 0n;
  for (const { from, outputs, feeUnits, fails, spends } of transactions) {
    const spendsCoins = spends?.kind === "coins";
    if (spendsCoins && asset.kind === "native") {
      for (const coin of spends.coins) if (coin.address === address) units -= coin.units;
    }
    const isSender = from === address && !spendsCoins;
    if (isSender && asset.kind === "native") units -= feeUnits;
    if (fails) continue;
    for (const output of outputs) {
      if (assetKey(output.asset) !== assetKey(asset)) continue;
      if (output.to.address === address) units += output.units;
      if (isSender) units -= output.units;
    }
  }
  return units;
}
