import { connectionPool } from "@/lib/kernel/db";

/** Their triggers keep books and time lines, which a list has no look at. */
const GUARDED = ["invoices", "quotes", "deposits"] as const;

/**
 * A row's copy, and what it refers to: the same for the same row and number, so that copies belong
 * together as their originals do.
 */
const copyOf = (column: string) => `md5(${column}::text || n)`;

/**
 * All invoices so many times more, each with its quotes and deposits, a minute before the last
 * copy; then the planner is told of them.
 */
export async function growInvoices(times: number): Promise<void> {
  const client = await connectionPool().connect();
  const copies = (table: string, changes: string) => `
    INSERT INTO ${table} SELECT r.* FROM ${table} t CROSS JOIN generate_series(1, ${times}) n
      CROSS JOIN LATERAL jsonb_populate_record(t, jsonb_build_object('id', ${copyOf("t.id")}, ${changes})) r`;
  try {
    for (const table of GUARDED) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    // In one statement, because each of the two names the other.
    await client.query(`
      WITH quoted AS (${copies("quotes", `'invoice_id', ${copyOf("t.invoice_id")}`)})
      ${copies(
        "invoices",
        `'order_id', t.order_id || '-' || n, 'current_quote_id', ${copyOf("t.current_quote_id")}, 'created_at', t.created_at - n * interval '1 minute'`,
      )}`);
    await client.query(
      copies(
        "deposits",
        `'owner_id', ${copyOf("t.owner_id")}, 'transaction_id', '0x' || ${copyOf("t.transaction_id")}`,
      ),
    );
    for (const table of GUARDED) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await client.query("ANALYZE");
  } finally {
    client.release(true);
  }
}

export type Statement = { readonly text: string; readonly values: readonly unknown[] };

type Plan = {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
};

/**
 * How many rows of tables the database looks at to answer a statement, as it is set up and with
 * what it knows of them.
 */
export async function rowsReadBy({ text, values }: Statement): Promise<number> {
  const { rows } = await connectionPool().query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    [...values],
  );
  const scans = rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan: plan }) => scansOf(plan)));
  return scans.reduce((sum, scan) => sum + rowsOf(scan), 0);
}

function scansOf(plan: Plan): readonly Plan[] {
  const below = (plan.Plans ?? []).flatMap(scansOf);
  return plan["Relation Name"] === undefined ? below : [plan, ...below];
}

function rowsOf(scan: Plan): number {
  return (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)) * scan["Actual Loops"];
}
