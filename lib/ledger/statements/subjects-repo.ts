import type { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";

export type SubjectRow = {
  readonly entryId: bigint;
  /** What the gateway earned by the entry, in the account's currency. */
  readonly fee: Prisma.Decimal | null;
  readonly invoiceId: string | null;
  readonly walletId: string | null;
  readonly payoutId: string | null;
  readonly caseId: string | null;
  /** Any merchant's invoice that was paid from a personal wallet. */
  readonly paidInvoiceId: string | null;
  readonly label: string | null;
  /** Of a payout or refund, in its own coin. */
  readonly commission: Prisma.Decimal | null;
  readonly commissionCode: string | null;
};

/**
 * Selects the subjects of entries, as far as they belong to the merchant (null: a user's wallet,
 * which is shown no merchant's objects), and their costs. References are distinguished by their
 * ids: uuids are unique across all tables.
 */
export function selectSubjects(
  entryIds: readonly bigint[],
  merchantId: string | null,
  currency: string,
): Promise<SubjectRow[]> {
  return database().$queryRaw<SubjectRow[]>`
    WITH entries AS (
      SELECT e.id, e.kind, CASE WHEN e.kind = 'receivable.repay' THEN split_part(e.reference, ':', 2)
        ELSE split_part(e.reference, ':', 1) END AS subject
      FROM journal_entries e WHERE e.id = ANY(${[...entryIds]}::bigint[])),
    named AS (
      SELECT id, kind, CASE WHEN subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN subject::uuid END AS subject
      FROM entries),
    fees AS (
      SELECT p.entry_id, -sum(p.amount) AS fee FROM postings p JOIN accounts a ON a.id = p.account_id
      WHERE p.entry_id = ANY(${[...entryIds]}::bigint[]) AND a.kind = 'fees-earned' AND p.currency_code = ${currency}
      GROUP BY p.entry_id)
    SELECT n.id AS "entryId", f.fee, i.id AS "invoiceId", w.id AS "walletId", po.id AS "payoutId", ca.id AS "caseId",
      CASE WHEN ${merchantId}::uuid IS NULL THEN ip.invoice_id END AS "paidInvoiceId",
      coalesce(po.order_id, i.order_id, w.order_id) AS label,
      coalesce(po.commission, re.commission) AS commission, coalesce(po.payer_code, re.currency_code) AS "commissionCode"
    FROM named n
      LEFT JOIN fees f ON f.entry_id = n.id
      LEFT JOIN deposits d ON d.id = n.subject
      LEFT JOIN internal_payments ip ON ip.id = n.subject
      LEFT JOIN payouts po ON po.id = n.subject AND po.merchant_id = ${merchantId}::uuid
      LEFT JOIN refunds re ON re.id = n.subject AND re.merchant_id = ${merchantId}::uuid
      LEFT JOIN cases ca ON ca.id = CASE WHEN re.id IS NULL THEN n.subject ELSE re.case_id END AND ca.merchant_id = ${merchantId}::uuid
      LEFT JOIN invoices i ON i.id = coalesce(ip.invoice_id, re.invoice_id, ca.invoice_id,
        CASE WHEN d.owner_kind = 'invoice' THEN d.owner_id END) AND i.merchant_id = ${merchantId}::uuid
      LEFT JOIN static_wallets w ON w.id = coalesce(re.wallet_id, ca.wallet_id,
        CASE WHEN d.owner_kind = 'wallet' THEN d.owner_id END) AND w.merchant_id = ${merchantId}::uuid`;
}
