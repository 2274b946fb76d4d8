import type { Confirmability } from "@/lib/chains/spending";

/**
 * One verdict from several nodes. The careful one wins: a node that has the transaction in a block is
 * believed first, and nothing is dead while one node still thinks that it may live. Null without any.
 */
export function mostCareful(verdicts: readonly Confirmability[]): Confirmability | null {
  for (const wanted of ["included", "possible", "unproven", "impossible"] as const) {
    const found = verdicts.find(({ verdict }) => verdict === wanted);
    if (found !== undefined) return found;
  }
  return null;
}
