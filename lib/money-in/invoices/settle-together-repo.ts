import type { Tx } from "@/lib/kernel/db";

/** An invoice that can be settled in a transaction with others, and the coin of its deposit. */
export type Batchable = { readonly id: string; readonly merchantId: string; readonly currency: string };

/**
 * Locks those of the invoices, with their deposits, that can be settled with others: what settling
 * them locks is known beforehand, little, and locked by nobody now. These have exactly one deposit,
 * which was only seen so far, and a merchant whose credits are neither shared with a referrer nor
 * converted. Waits for no lock.
 */
export async function lockBatchable(tx: Tx, ids: readonly string[]): Promise<Batchable[]> {
  const invoices = await tx.$queryRaw<{ id: string; merchant_id: string }[]>`
    SELECT i.id, i.merchant_id FROM invoices i JOIN merchants m ON m.id = i.merchant_id
    WHERE i.id = ANY(${ids}::uuid[]) AND i.wallet_id IS NULL
      AND m.referrer_id IS NULL AND NOT EXISTS (SELECT FROM auto_converts a WHERE a.merchant_id = m.id)
      -- Anybody may send an invoice a hundred thousand deposits: two are looked at.
      AND (SELECT count(*) = 1 AND bool_and(few.status = 'seen') FROM (
        SELECT d.status FROM deposits d WHERE d.owner_kind = 'invoice' AND d.owner_id = i.id LIMIT 2) few)
    ORDER BY i.id FOR UPDATE OF i SKIP LOCKED`;
  const deposits = await tx.$queryRaw<{ owner_id: string; currency_code: string }[]>`
    SELECT owner_id, currency_code FROM deposits
    WHERE owner_kind = 'invoice' AND owner_id = ANY(${invoices.map(({ id }) => id)}::uuid[])
    ORDER BY id FOR UPDATE SKIP LOCKED`;
  const coins = new Map(deposits.map((deposit) => [deposit.owner_id, deposit.currency_code]));
  return invoices.flatMap(({ id, merchant_id: merchantId }) => {
    const currency = coins.get(id);
    return currency === undefined ? [] : [{ id, merchantId, currency }];
  });
}
