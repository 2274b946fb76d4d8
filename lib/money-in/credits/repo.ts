import type { Tx } from "@/lib/kernel/db";

/** What a merchant's settings make of a credit. */
export type CreditTerms = {
  /** Who brought the merchant; null for nobody. */
  readonly referrerId: string | null;
  /** Codes of the coins that are converted as they are credited. */
  readonly convertedCoins: readonly string[];
};

/** One statement: every credit waits for it. */
export async function readCreditTerms(tx: Tx, merchantId: string): Promise<CreditTerms> {
  const rows = await tx.$queryRaw<{ referrer_id: string | null; coins: string[] | null }[]>`
    SELECT m.referrer_id::text, (SELECT array_agg(a.currency_code) FROM auto_converts a WHERE a.merchant_id = m.id) AS coins
    FROM merchants m WHERE m.id = ${merchantId}::uuid`;
  return { referrerId: rows[0]?.referrer_id ?? null, convertedCoins: rows[0]?.coins ?? [] };
}
