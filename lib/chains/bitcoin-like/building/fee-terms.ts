import { z } from "zod";
import type { FeeEstimate } from "@/lib/chains/spending";

const units = z
  .string()
  .regex(/^\d{1,30}$/)
  .transform(BigInt);
const size = z.int().positive();

const schema = z.strictObject({
  kind: z.literal("coins"),
  rate: units,
  outbid: z.strictObject({ fee: units, rate: units, incremental: units }).nullable(),
  built: z.strictObject({ fee: units, size }).nullable(),
});

/** Fees in base units, rates in base units for 1000 virtual bytes. */
export type FeeTerms = {
  readonly rate: bigint;
  /** What has to be outbid: the fee and the rate (rounded up) of the transaction to replace, and the node's step. Null: nothing. */
  readonly outbid: { readonly fee: bigint; readonly rate: bigint; readonly incremental: bigint } | null;
  /** What the transaction was in the end; null until it is built. */
  readonly built: BuiltFee | null;
};

export type BuiltFee = {
  readonly fee: bigint;
  /** In virtual bytes, at its largest. */
  readonly size: number;
};

/** The text that is stored with a quote and with each transaction. */
export function printTerms(terms: FeeTerms): string {
  return JSON.stringify({ kind: "coins", ...terms }, (_, value) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

/** Reads back what `printTerms` wrote; throws on anything else. */
export function parseTerms({ terms }: Pick<FeeEstimate, "terms">): FeeTerms {
  const { rate, outbid, built } = schema.parse(JSON.parse(terms));
  return { rate, outbid, built };
}

/** Rounded up: who must be above it really is. */
export function rateOf({ fee, size: virtualSize }: BuiltFee): bigint {
  const bytes = BigInt(virtualSize);
  return (fee * 1_000n + bytes - 1n) / bytes;
}

/**
 * Whether a transaction of this fee and size may take the place of the one to outbid (BIP-125, rules 3, 4 and the rate rule of Bitcoin Core):
 * it pays all of the other's fee, its own way through the network on top, and a higher rate.
 */
export function raisesEnough({ outbid }: Pick<FeeTerms, "outbid">, { fee, size: virtualSize }: BuiltFee): boolean {
  if (outbid === null) return true;
  const bytes = BigInt(virtualSize);
  return (fee - outbid.fee) * 1_000n >= outbid.incremental * bytes && fee * 1_000n > outbid.rate * bytes;
}
