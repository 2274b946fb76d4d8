import { list, object, units } from "@/lib/chains/solana/decode";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";
import type { FeeEstimate, FeePriority } from "@/lib/chains/spending";

/** Lamports per signature. */
const SIGNATURE_UNITS = 5_000n;
const MICRO = 1_000_000n;

/** Percentile of the recent slots' prices to pay at least. */
const PERCENTILE: Readonly<Record<FeePriority, number>> = { economy: 25, recommended: 50, high: 75, highest: 95 };

/**
 * Micro-lamports per compute unit, whatever nodes report: most report the lowest price that was
 * accepted, which is zero. A token transfer at `recommended` pays 3,000 lamports for this, less
 * than for its signature.
 */
const PRICE_FLOOR: Readonly<Record<FeePriority, bigint>> = {
  economy: 1_000n,
  recommended: 50_000n,
  high: 200_000n,
  highest: 1_000_000n,
};

/**
 * A rush for one account, or a lying node, must not empty the wallet: 60,000 units at this price
 * are 0.0006 SOL.
 */
const PRICE_CEILING = 10_000_000n;

/** What a transaction is built with. */
export type FeeTerms = {
  readonly unitLimit: bigint;
  /** Micro-lamports per unit of the limit, used or not. */
  readonly unitPrice: bigint;
  /** Lamports for opening the recipient's token account; zero when it exists. */
  readonly rent: bigint;
};

/** A sender that pays its own fee closes no accounts. */
const SENDER_ALONE = { signatures: 1n, givenBack: 0n };

/**
 * Exact, not an upper bound: the chain charges for the limit, whatever is used of it. Only a token
 * account opened by others meanwhile makes it cheaper. Rent refunded by closed accounts is expected
 * but not relied on.
 */
export function toEstimate(
  priority: FeePriority,
  terms: FeeTerms,
  { signatures, givenBack }: { readonly signatures: bigint; readonly givenBack: bigint } = SENDER_ALONE,
): FeeEstimate {
  const priced = (terms.unitLimit * terms.unitPrice + MICRO - 1n) / MICRO;
  const total = SIGNATURE_UNITS * signatures + priced + terms.rent;
  const text = JSON.stringify(terms, (_, value) => (typeof value === "bigint" ? value.toString() : value));
  return { priority, expectedUnits: total - givenBack, maximumUnits: total, terms: text };
}

/** Parses the output of `toEstimate`; throws on anything else. */
export function parseTerms(text: string): FeeTerms {
  const fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const read = (name: keyof FeeTerms): bigint => {
    const value = fields[name];
    if (typeof value !== "string" || !/^\d{1,20}$/.test(value)) throw new Error(`fee terms lack ${name}`);
    return BigInt(value);
  };
  return { unitLimit: read("unitLimit"), unitPrice: read("unitPrice"), rent: read("rent") };
}

/** Blocks are filled by price per compute unit only. */
export function asksMore(today: FeeEstimate, earlier: FeeEstimate): boolean {
  return parseTerms(today.terms).unitPrice > parseTerms(earlier.terms).unitPrice;
}

/** Based on what was recently paid to write to these accounts. */
export async function readUnitPrice(
  node: SolanaNode,
  written: readonly string[],
  priority: FeePriority,
  signal: AbortSignal,
): Promise<bigint> {
  const answer = list(await node.request("getRecentPrioritizationFees", [written], signal));
  const prices = answer
    .map((item) => units(object(item).prioritizationFee))
    .sort((left, right) => (left < right ? -1 : 1));
  const asked = prices[Math.floor((prices.length * PERCENTILE[priority]) / 100)] ?? 0n;
  const floor = PRICE_FLOOR[priority];
  const price = asked > floor ? asked : floor;
  return price < PRICE_CEILING ? price : PRICE_CEILING;
}
