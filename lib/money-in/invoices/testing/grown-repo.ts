import { connectionPool } from "@/lib/kernel/db";

/** Tables whose triggers maintain ledger and time lines, which lists do not use. */
const GUARDED = ["invoices", "quotes", "deposits"] as const;

/**
 * The copied value of a column: the same for the same row and number, so that copies reference each
 * other as their originals do.
 */
const copyOf = (column: string) => `md5(${column}::text || n)`;

/**
 * Multiplies all invoices, each with its quotes and deposits, every copy a minute older than the
 * last; then updates the planner's statistics.
 */
export async function growInvoices(times: number): Promise<void> {
  const client = await connectionPool().connect();
  const copies = (table: string, changes: string) => `
    INSERT INTO ${table} SELECT r.* FROM ${table} t CROSS JOIN generate_series(1, ${times}) n
      CROSS JOIN LATERAL jsonb_populate_record(t, jsonb_build_object('id', ${copyOf("t.id")}, ${changes})) r`;
  try {
    for (const table of GUARDED) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    // In one statement, because the two rows reference each other.
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

/** Returns the statements that match `pattern` of those that `work` sends. */
export async function statementsOf(pattern: RegExp, work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const pool = connectionPool();
  const original = pool.query;
  pool.query = ((config: unknown, ...rest: unknown[]) => {
    if (typeof config === "object" && config !== null && "text" in config) {
      const { text, values } = config as { text: string; values?: unknown[] };
      if (pattern.test(text)) seen.push({ text, values: values ?? [] });
    }
    return Reflect.apply(original, pool, [config, ...rest]);
  }) as typeof pool.query;
  try {
    await work();
  } finally {
    pool.query = original;
  }
  return seen;
}

type Plan = {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
};

/**
 * Returns how many table rows the database reads to execute a statement, with its current settings
 * and statistics.
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
