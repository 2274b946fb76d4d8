import { CONVERTED_TO } from "@/lib/conversions/conversion";
import type { Tx } from "@/lib/db";
import { type FoundRate, findRate } from "@/lib/rates/queries";
import { StaleRateError } from "@/lib/rates/stale-rate-error";

/**
 * Our own rate of a coin right now, before the spread; null while there is none that may be quoted. Never the source that an invoice
 * names: that one only sizes its amount. `tx` when a transaction is open, so that no second connection is waited for.
 */
export async function findConversionRate(currency: string, tx?: Tx): Promise<FoundRate | null> {
  try {
    return await findRate({ from: currency, to: CONVERTED_TO }, tx);
  } catch (error) {
    if (error instanceof StaleRateError) return null;
    throw error;
  }
}
