import { quantity } from "@/lib/chains/evm/decode";
import { type CallFields, estimateGas, readMarket, readSuggestedTip } from "@/lib/chains/evm/gas";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import { networkOfChain } from "@/lib/chains/networks/networks";
import type { FeeEstimate, FeePriority } from "@/lib/chains/spending";

/** The equivalent where a chain has a single price: percent of the node's suggestion. */
const LEGACY_PERCENT: Readonly<Record<FeePriority, bigint>> = {
  economy: 100n,
  recommended: 110n,
  high: 130n,
  highest: 160n,
};

/** A base fee grows by at most an eighth per block: twice lasts for five full blocks. */
const BASE_FEE_HEADROOM = 2n;

/**
 * Nodes require a replacement to pay at least 10 % more on each price; an eighth satisfies every
 * client's rule.
 */
const REPLACEMENT_NUMERATOR = 9n;
const REPLACEMENT_DENOMINATOR = 8n;

export type FeeTerms =
  | {
      readonly kind: "eip1559";
      readonly gas: bigint;
      readonly maxFeePerGas: bigint;
      readonly maxPriorityFeePerGas: bigint;
    }
  | { readonly kind: "legacy"; readonly gas: bigint; readonly gasPrice: bigint };

export async function readFeeEstimate(
  node: EvmNode,
  chainId: number,
  input: { call: CallFields; priority: FeePriority; replaces: FeeEstimate | null },
  signal: AbortSignal,
): Promise<FeeEstimate> {
  const { priority } = input;
  const gas = await estimateGas(node, input.call, signal);
  const { baseFeeUnits, tips } = await readMarket(node, signal);
  const replaced = input.replaces === null ? null : pricesOf(parseTerms(input.replaces.terms));
  if (baseFeeUnits === null) {
    const suggested = quantity(await node.request("eth_gasPrice", [], signal));
    const wanted = ceilDivide(suggested * LEGACY_PERCENT[priority], 100n);
    const gasPrice = atLeastReplacing(wanted, replaced?.cap ?? null);
    const terms = { kind: "legacy" as const, gas: gas.limit, gasPrice };
    return toEstimate(priority, terms, gas.expected * gasPrice);
  }
  const wantedTip = await chooseTip(node, chainId, { tips: tips[priority], hasBaseFee: baseFeeUnits > 0n }, signal);
  const tip = atLeastReplacing(wantedTip, replaced?.tip ?? null);
  const cap = atLeastReplacing(baseFeeUnits * BASE_FEE_HEADROOM + tip, replaced?.cap ?? null);
  const terms = { kind: "eip1559" as const, gas: gas.limit, maxFeePerGas: cap, maxPriorityFeePerGas: tip };
  return toEstimate(priority, terms, gas.expected * (baseFeeUnits + tip));
}

/** Parses the output of `readFeeEstimate`; throws on anything else. */
export function parseTerms(text: string): FeeTerms {
  const fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const units = (name: string): bigint => {
    const value = fields[name];
    if (typeof value !== "string" || !/^\d+$/.test(value)) throw new Error(`fee terms lack ${name}`);
    return BigInt(value);
  };
  if (fields.kind === "legacy") return { kind: "legacy", gas: units("gas"), gasPrice: units("gasPrice") };
  if (fields.kind !== "eip1559") throw new Error("these are no fee terms of an EVM network");
  return {
    kind: "eip1559",
    gas: units("gas"),
    maxFeePerGas: units("maxFeePerGas"),
    maxPriorityFeePerGas: units("maxPriorityFeePerGas"),
  };
}

/**
 * Returns whether blocks now require more than an earlier estimate offers: a higher tip, or a base
 * fee and tip above its cap. Comparing the maximum costs is not enough: a cap set while fees were
 * high hides a tip that is now too low.
 */
export function asksMore(today: FeeEstimate, earlier: FeeEstimate): boolean {
  const [asked, offered] = [parseTerms(today.terms), parseTerms(earlier.terms)];
  if (asked.kind === "legacy" || offered.kind === "legacy") return priceOf(asked) > priceOf(offered);
  const baseFee = (asked.maxFeePerGas - asked.maxPriorityFeePerGas) / BASE_FEE_HEADROOM;
  return (
    asked.maxPriorityFeePerGas > offered.maxPriorityFeePerGas ||
    baseFee + asked.maxPriorityFeePerGas > offered.maxFeePerGas
  );
}

function priceOf(terms: FeeTerms): bigint {
  return terms.kind === "legacy" ? terms.gasPrice : terms.maxFeePerGas;
}

/**
 * Returns the prices that a replacement has to beat. A node treats a legacy price as both, and the
 * next node may report a base fee where the last one did not.
 */
function pricesOf(terms: FeeTerms): { readonly cap: bigint; readonly tip: bigint } {
  if (terms.kind === "legacy") return { cap: terms.gasPrice, tip: terms.gasPrice };
  return { cap: terms.maxFeePerGas, tip: terms.maxPriorityFeePerGas };
}

function toEstimate(priority: FeePriority, terms: FeeTerms, expectedUnits: bigint): FeeEstimate {
  const maximumUnits = terms.gas * (terms.kind === "legacy" ? terms.gasPrice : terms.maxFeePerGas);
  const text = JSON.stringify(terms, (_, value) => (typeof value === "bigint" ? value.toString() : value));
  return { priority, expectedUnits, maximumUnits, terms: text };
}

function atLeastReplacing(wanted: bigint, replaced: bigint | null): bigint {
  if (replaced === null) return wanted;
  // One more, because an eighth of a few wei rounds to zero.
  const enough = ceilDivide(replaced * REPLACEMENT_NUMERATOR, REPLACEMENT_DENOMINATOR) + 1n;
  return wanted > enough ? wanted : enough;
}

/**
 * Returns the median over recent blocks of the tip at the priority's percentile. Without a base fee
 * (BNB Smart Chain) the tip is the whole price: when nobody paid one recently, the node's suggested
 * minimum is used.
 */
async function chooseTip(
  node: EvmNode,
  chainId: number,
  { tips, hasBaseFee }: { readonly tips: readonly bigint[]; readonly hasBaseFee: boolean },
  signal: AbortSignal,
): Promise<bigint> {
  const floor = networkOfChain(BigInt(chainId))?.tipFloorUnits ?? 1n;
  // An empty block reports zero, which nobody paid.
  const paid = tips.filter((reward) => reward > 0n).sort((left, right) => (left < right ? -1 : 1));
  const median = paid[paid.length >> 1] ?? (hasBaseFee ? 0n : await readSuggestedTip(node, signal));
  return median > floor ? median : floor;
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
