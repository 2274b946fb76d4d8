import type { Tx } from "@/lib/kernel/db";
import { TYPICAL_TERMS } from "@/lib/pricing/exchange-terms/data";
import { writeTypical } from "@/lib/pricing/exchange-terms/repo";

/**
 * Copies the typical terms into the table: what is missing is inserted, what the operator has not edited follows a newer version, and
 * what was edited is left alone. May run any number of times, also at once; to be run at every start.
 * @returns how many rows changed
 */
export async function syncExchangeTerms(tx: Tx): Promise<number> {
  let changed = 0;
  // One after the other, in one fixed order: two runs at once wait for each other instead of locking each other out.
  for (const terms of TYPICAL_TERMS) if (await writeTypical(tx, terms)) changed += 1;
  return changed;
}
