import { database } from "@/lib/db";

export type TransferRow = {
  readonly id: bigint;
  readonly at: Date;
  readonly kind: "transfer.to-personal" | "transfer.to-business";
  /** `<merchant's transaction>:<user's transaction>` */
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly orderedBy: string | null;
};

/** A merchant's transfers in both directions, newest first, each as its journal entry has it. */
export function selectTransfers(merchantId: string, before: bigint | null, limit: number): Promise<TransferRow[]> {
  return database().$queryRaw<TransferRow[]>`
    SELECT e.id, e.created_at AS at, e.kind, e.reference, abs(p.amount)::text AS amount, p.currency_code AS currency,
      (SELECT u.name FROM audit_events t JOIN users u ON u.id = t.actor_id
        WHERE t.merchant_id = ${merchantId}::uuid AND t.action = e.kind AND t.target = split_part(e.reference, ':', 1) LIMIT 1) AS "orderedBy"
    FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
    WHERE e.kind IN ('transfer.to-personal', 'transfer.to-business') AND a.kind = 'merchant' AND a.owner_id = ${merchantId}
      AND (${before}::bigint IS NULL OR e.id < ${before}::bigint)
    ORDER BY e.id DESC LIMIT ${limit}`;
}
