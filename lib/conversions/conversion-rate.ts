import { CONVERTED_TO } from "@/lib/conversions/conversion";
import type { Tx } from "@/lib/db";
import { type FoundRate, findFreshRate } from "@/lib/rates/queries";

/**
 * Our own rate of a coin right now, before the spread; null while there is none that the gateway exchanges at. Never the source that an invoice
 * names: that one only sizes its amount. `tx` when a transaction is open, so that no second connection is waited for.
 */
export async function findConversionRate(currency: string, tx?: Tx): Promise<FoundRate | null> {
  return await findFreshRate({ from: currency, to: CONVERTED_TO, use: "exchange" }, tx);
}
