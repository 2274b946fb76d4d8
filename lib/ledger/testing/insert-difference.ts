import { expect } from "vitest";
import { connectionPool } from "@/lib/kernel/db";
import type { AuditRule } from "@/lib/ledger/audit-repo";

/** Of every table that has one. */
const GUARDS_AWAY = `DO $$ DECLARE guarded regclass; BEGIN
  FOR guarded IN SELECT DISTINCT t.tgrelid::regclass FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
  LOOP EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', guarded); END LOOP; END $$`;

/**
 * Returns the titles of the rules that fail after a change that no application code could make:
 * disables the triggers, runs the statement and the rules, and rolls everything back. The statement
 * must change something.
 */
export async function rulesBrokenBy(rules: readonly AuditRule[], statement: string): Promise<string[]> {
  const client = await connectionPool().connect();
  try {
    await client.query(`BEGIN; ${GUARDS_AWAY}`);
    const { rowCount } = await client.query(statement);
    expect(rowCount, statement).toBeGreaterThan(0);
    const broken: string[] = [];
    for (const { title, violations } of rules)
      if ((await client.query(violations.text, violations.values)).rowCount) broken.push(title);
    return broken;
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}
