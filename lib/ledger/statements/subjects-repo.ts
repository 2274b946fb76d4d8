import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import type { EntryOrigin } from "@/lib/ledger/statements/schema";

/** What an invoice was made by, other than the machine API or the form: at most one of them. */
type OriginRow = {
  readonly billNumber: string | null;
  readonly linkTitle: string | null;
  /** At a terminal of the point of sale. */
  readonly isSale: boolean;
};

export type SubjectRow = OriginRow & {
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
 * Entries with the id at the beginning of their references. References are distinguished by their
 * ids: uuids are unique across all tables.
 */
const NAMED = (entryIds: readonly bigint[]) => Prisma.sql`
    entries AS (
      SELECT e.id, e.kind, CASE WHEN e.kind = 'receivable.repay' THEN split_part(e.reference, ':', 2)
        ELSE split_part(e.reference, ':', 1) END AS subject
      FROM journal_entries e WHERE e.id = ANY(${[...entryIds]}::bigint[])),
    named AS (
      SELECT id, kind, CASE WHEN subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN subject::uuid END AS subject
      FROM entries)`;

/** The objects that these ids lead to, of one merchant or (null) of all. */
function objects(merchantId: string | null): Prisma.Sql {
  const own = (owner: Prisma.Sql) =>
    merchantId === null ? Prisma.sql`TRUE` : Prisma.sql`${owner} = ${merchantId}::uuid`;
  return Prisma.sql`
      LEFT JOIN deposits d ON d.id = n.subject
      LEFT JOIN internal_payments ip ON ip.id = n.subject
      LEFT JOIN payouts po ON po.id = n.subject AND ${own(Prisma.sql`po.merchant_id`)}
      LEFT JOIN refunds re ON re.id = n.subject AND ${own(Prisma.sql`re.merchant_id`)}
      LEFT JOIN cases ca ON ca.id = CASE WHEN re.id IS NULL THEN n.subject ELSE re.case_id END AND ${own(Prisma.sql`ca.merchant_id`)}
      LEFT JOIN invoices i ON i.id = coalesce(ip.invoice_id, re.invoice_id, ca.invoice_id,
        CASE WHEN d.owner_kind = 'invoice' THEN d.owner_id END) AND ${own(Prisma.sql`i.merchant_id`)}
      LEFT JOIN static_wallets w ON w.id = coalesce(re.wallet_id, ca.wallet_id,
        CASE WHEN d.owner_kind = 'wallet' THEN d.owner_id END) AND ${own(Prisma.sql`w.merchant_id`)}
      LEFT JOIN bill_payments bp ON bp.invoice_id = i.id LEFT JOIN bills b ON b.id = bp.bill_id
      LEFT JOIN payment_link_orders lo ON lo.invoice_id = i.id LEFT JOIN payment_links l ON l.id = lo.link_id
      LEFT JOIN pos_sales ps ON ps.invoice_id = i.id`;
}

const LABEL = Prisma.sql`coalesce(po.order_id, i.order_id, w.order_id)`;
const ORIGIN = Prisma.sql`b.number AS "billNumber", l.title AS "linkTitle", ps.invoice_id IS NOT NULL AS "isSale"`;

/** No merchant: a user's wallet is shown no merchant's objects. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Selects the subjects of entries, as far as they belong to the merchant (null: a user's wallet,
 * which is shown no merchant's objects), and their costs.
 */
export function selectSubjects(
  entryIds: readonly bigint[],
  merchantId: string | null,
  currency: string,
): Promise<SubjectRow[]> {
  return database().$queryRaw<SubjectRow[]>`
    WITH ${NAMED(entryIds)},
    fees AS (
      SELECT p.entry_id, -sum(p.amount) AS fee FROM postings p JOIN accounts a ON a.id = p.account_id
      WHERE p.entry_id = ANY(${[...entryIds]}::bigint[]) AND a.kind = 'fees-earned' AND p.currency_code = ${currency}
      GROUP BY p.entry_id)
    SELECT n.id AS "entryId", f.fee, i.id AS "invoiceId", w.id AS "walletId", po.id AS "payoutId", ca.id AS "caseId",
      CASE WHEN ${merchantId}::uuid IS NULL THEN ip.invoice_id END AS "paidInvoiceId", ${LABEL} AS label, ${ORIGIN},
      coalesce(po.commission, re.commission) AS commission, coalesce(po.payer_code, re.currency_code) AS "commissionCode"
    FROM named n LEFT JOIN fees f ON f.entry_id = n.id ${objects(merchantId ?? NOBODY)}`;
}

type EntryObjectRow = OriginRow & { readonly entryId: bigint; readonly orderId: string | null };

/** Selects what names the objects of entries in a journal: of one merchant, or (null) of all. */
export async function selectEntryObjects(
  entryIds: readonly bigint[],
  merchantId: string | null,
): Promise<ReadonlyMap<bigint, EntryObjectRow>> {
  const rows = await database().$queryRaw<EntryObjectRow[]>`
    WITH ${NAMED(entryIds)}
    SELECT n.id AS "entryId", ${LABEL} AS "orderId", ${ORIGIN} FROM named n ${objects(merchantId)}`;
  return new Map(rows.map((row) => [row.entryId, row]));
}

/** Returns what made an invoice; null for the machine API and the form. */
export function originOf({ billNumber, linkTitle, isSale }: OriginRow): EntryOrigin | null {
  if (billNumber !== null) return { kind: "bill", name: billNumber };
  if (linkTitle !== null) return { kind: "link", name: linkTitle };
  return isSale ? { kind: "sale", name: null } : null;
}
