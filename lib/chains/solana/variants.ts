import { randomInt } from "node:crypto";
import type { FeeTerms } from "@/lib/chains/solana/fees";

/** Equal payouts on one block hash that can be told apart; a hash is replaced two or three times a second. */
const VARIANTS = 32n;
const MICRO = 1_000_000n;

/** Begins anywhere, because another worker may pay the same at the same moment. */
let counter = BigInt(randomInt(1_000_000));

/**
 * The terms with a limit that differs a little from one call to the next. Two payments of one amount to one receiver that are built upon
 * the same block would else be the same bytes: one transaction, paid once, for two.
 */
export function nextVariant(terms: FeeTerms): FeeTerms {
  counter += 1n;
  return variantOf(terms, counter % VARIANTS);
}

/**
 * A few units more to the limit, at a price so much lower that it costs the very same: an account that is emptied pays its fee to the
 * lamport. Exported for its tests.
 */
export function variantOf(terms: FeeTerms, extra: bigint): FeeTerms {
  const cost = (terms.unitLimit * terms.unitPrice + MICRO - 1n) / MICRO;
  const unitLimit = terms.unitLimit + extra;
  return { ...terms, unitLimit, unitPrice: (cost * MICRO) / unitLimit };
}
