/** What a drill reads from the database that will be lost, and from the one restored instead. */
import { listTables } from "../backup/tables.mjs";

/** Returns a digest of the rows of each table. */
export async function digestTables(client) {
  const digests = new Map();
  for (const { name, sql } of await listTables(client)) {
    const { rows } = await client.query(
      `SELECT count(*) || ' rows ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS digest FROM ${sql} t`,
    );
    digests.set(name, rows[0].digest);
  }
  return digests;
}

/** Returns the invoices, deposits and sent transactions since a moment, with what each moved. */
export async function listSince(client, at) {
  const { rows: invoices } = await client.query(
    `SELECT i.id, q.address FROM invoices i LEFT JOIN quotes q ON q.id = i.current_quote_id WHERE i.created_at > $1`,
    [at],
  );
  const { rows: deposits } = await client.query(
    `SELECT network_code AS network, transaction_id AS transaction, position, trim_scale(amount)::text AS amount,
       currency_code AS currency, to_address AS address, owner_kind AS owner FROM deposits WHERE seen_at > $1 ORDER BY seen_at`,
    [at],
  );
  const { rows: sent } = await client.query(
    `SELECT o.id, o.network_code AS network, s.purpose::text AS purpose, s.purpose_id AS owner, s.currency_code AS currency,
       trim_scale(s.amount)::text AS amount, s.to_address AS address, s.from_address AS "from", s.from_address IS NULL AS "isFromHot",
       o.fee_payer IS NULL AND s.from_address IS NOT NULL AS "isFeeFromDeposits",
       trim_scale(coalesce(o.fee_paid, 0))::text AS fee, n.native_currency AS native, v.transaction_id AS transaction
     FROM outgoing_transactions o JOIN sends s ON s.outgoing_id = o.id JOIN networks n ON n.code = o.network_code
       JOIN signed_transactions v ON v.outgoing_id = o.id AND v.version = o.included_version
     WHERE o.created_at > $1 ORDER BY o.created_at`,
    [at],
  );
  return { invoices, deposits, sent };
}

/** Returns what became of a deposit: the invoice that it paid, or its case; null: not found. */
export async function findDeposit(client, { network, transaction, position }) {
  const { rows } = await client.query(
    `SELECT d.owner_kind AS owner, d.status::text AS status, d.booked_inclusion IS NOT NULL AS "isBooked",
       i.id AS invoice, i.status::text AS "invoiceStatus", c.kind::text AS "caseKind"
     FROM deposits d LEFT JOIN invoices i ON d.owner_kind = 'invoice' AND i.id = d.owner_id LEFT JOIN cases c ON c.deposit_id = d.id
     WHERE d.network_code = $1 AND d.transaction_id = $2 AND d.position = $3`,
    [network, transaction, position],
  );
  return rows[0] ?? null;
}
