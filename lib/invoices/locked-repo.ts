import { database } from "@/lib/db";

/** Locked invoices of which no case is undecided, the oldest first. */
export async function listReleasedIds(limit: number): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT i.id FROM invoices i
    WHERE i.status = 'locked' AND i.wallet_id IS NULL AND NOT EXISTS (
      SELECT FROM cases k WHERE k.invoice_id = i.id AND k.kind = 'locked' AND k.status IN ('open', 'refunding'))
    ORDER BY i.expires_at LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
