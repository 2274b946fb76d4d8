import { connectionPool } from "@/lib/kernel/db";

const INVOICES_EACH = 4;
/** Their triggers maintain books and time lines, which searches do not read. */
const GUARDED = ["merchants", "invoices", "webhook_deliveries"] as const;

/**
 * Multiplies the merchants by `times`, each with four invoices and a webhook for each; then updates
 * the planner's statistics.
 */
export async function growMerchants(times: number): Promise<void> {
  const client = await connectionPool().connect();
  const copies = (table: string, each: number, changes: string) => `
    INSERT INTO ${table} SELECT r.* FROM ${table} t CROSS JOIN generate_series(1, ${times}) n CROSS JOIN generate_series(1, ${each}) k
      CROSS JOIN LATERAL jsonb_populate_record(t, jsonb_build_object(${changes})) r`;
  const shop = "'merchant_id', md5(t.merchant_id::text || n)";
  try {
    for (const table of GUARDED) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await client.query(copies("merchants", 1, "'id', md5(t.id::text || n)"));
    await client.query(
      copies(
        "invoices",
        INVOICES_EACH,
        `'id', md5(t.id::text || n || '-' || k), ${shop}, 'order_id', n || '-' || k, 'current_quote_id', null`,
      ),
    );
    await client.query(
      copies(
        "webhook_deliveries",
        INVOICES_EACH,
        `'id', gen_random_uuid(), ${shop}, 'object_id', md5(t.object_id::text || n || '-' || k), 'sequence', nextval('webhook_deliveries_sequence_seq')`,
      ),
    );
    for (const table of GUARDED) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await client.query("ANALYZE");
  } finally {
    client.release(true);
  }
}
