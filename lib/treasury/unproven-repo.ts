import type { Tx } from "@/lib/db";
import type { Send } from "@/lib/sends/send";

/**
 * Which of these sends of withdrawals lack what an order of an operator leaves behind, or the rule that brings surplus to a cold address: why, in words, by the
 * send's id. One statement.
 */
export async function selectUnprovenWithdrawals(tx: Tx, sends: readonly Send[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.$queryRaw<{ id: string; missing: string | null }[]>`
    SELECT s.id::text AS id, CASE
      WHEN w.id IS NULL OR w.status NOT IN ('process', 'check')
        OR (w.network_code, w.currency_code, w.amount, w.address) <> (s.network_code, s.currency_code, s.amount, s.to_address)
        THEN 'its withdrawal is missing, over or another one'
      WHEN NOT EXISTS (
        SELECT FROM audit_events e
        WHERE e.action = 'withdrawal.order' AND e.target = w.id::text AND e.actor_id IS NOT DISTINCT FROM w.created_by_id
          AND e.detail->>'kind' = w.kind::text AND e.detail->>'network' = w.network_code AND e.detail->>'currency' = w.currency_code
          AND e.detail->>'amount' = trim_scale(w.amount)::text AND e.detail->>'address' = w.address)
        THEN 'the audit trail knows no such order'
      WHEN w.created_by_id IS NULL AND w.kind <> 'cold' THEN 'nobody has ordered it'
      WHEN w.created_by_id IS NOT NULL AND NOT EXISTS (SELECT FROM users u WHERE u.id = w.created_by_id AND u.is_operator AND NOT u.is_blocked)
        THEN 'who ordered it is no operator, or is suspended'
      WHEN w.kind = 'cold' AND NOT EXISTS (
        SELECT FROM cold_addresses c
        WHERE c.network_code = w.network_code AND c.currency_code = w.currency_code AND c.address = w.address
          AND (c.address_set_at IS NULL OR c.address_set_at <= now() - interval '24 hours'))
        THEN 'it goes to no cold address, or to one that was set within 24 hours'
      WHEN w.kind <> 'cold' AND NOT EXISTS (
        SELECT FROM journal_entries e
        WHERE e.kind = 'withdrawal.reserve' AND e.reference = w.id::text
          AND w.amount <= (SELECT -sum(g.amount) FROM postings g JOIN accounts c ON c.id = g.account_id
            WHERE g.entry_id = e.id AND c.kind = 'reserved' AND c.owner_id = '' AND c.currency_code = w.currency_code))
        OR EXISTS (SELECT FROM journal_entries e
          WHERE e.kind IN ('withdrawal.settle', 'withdrawal.return') AND e.reference = w.id::text)
        THEN 'no money is reserved for it'
    END AS missing
    FROM sends s LEFT JOIN withdrawals w ON w.id = s.purpose_id
    WHERE s.status = 'queued' AND s.id = ANY(${sends.map(({ id }) => id)}::uuid[])`;
  return new Map(rows.flatMap(({ id, missing }) => (missing === null ? [] : [[id, missing] as const])));
}
