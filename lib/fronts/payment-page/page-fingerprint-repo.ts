import { connectionPool } from "@/lib/kernel/db";

/**
 * The version of each row shown on the page of an open invoice: PostgreSQL's own (`xmin`), which
 * changes with every update of the row, whoever makes it; for deposits also their network's synced
 * height. Also the merchant's version, on which calls depend, and its branding.
 */
const FINGERPRINT = `
  SELECT concat_ws(' ', i.xmin, v.version, b.xmin,
    (SELECT string_agg(q.xmin::text, ',' ORDER BY q.number) FROM quotes q WHERE q.invoice_id = i.id),
    (SELECT string_agg(concat_ws(':', d.xmin, c.height), ',' ORDER BY d.id) FROM deposits d
      LEFT JOIN chain_cursors c ON c.network_code = d.network_code WHERE d.owner_kind = 'invoice' AND d.owner_id = i.id),
    (SELECT string_agg(k.xmin::text, ',' ORDER BY k.id) FROM cases k WHERE k.invoice_id = i.id),
    (SELECT string_agg(r.xmin::text, ',' ORDER BY r.id) FROM refunds r WHERE r.invoice_id = i.id),
    (SELECT p.xmin FROM internal_payments p WHERE p.invoice_id = i.id)) AS fingerprint
  FROM invoices i LEFT JOIN merchant_versions v ON v.merchant_id = i.merchant_id LEFT JOIN brands b ON b.merchant_id = i.merchant_id
  WHERE i.id = $1 AND i.wallet_id IS NULL`;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * Returns a value that differs whenever the page of an open invoice may look different for reasons
 * other than time or the catalog; empty if there is no such invoice.
 */
export async function readPageFingerprint(uuid: string): Promise<string> {
  if (!UUID.test(uuid)) return "";
  const { rows } = await connectionPool().query<{ fingerprint: string }>({
    name: "page-fingerprint",
    text: FINGERPRINT,
    values: [uuid],
  });
  return rows[0]?.fingerprint ?? "";
}
