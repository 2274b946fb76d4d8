import type pg from "pg";
import { expect } from "vitest";
import { connectionPool } from "@/lib/kernel/db";
import { type AuditRule, findViolations } from "@/lib/ledger/audit-rule-repo";

/** Of every table that has one. */
const GUARDS_AWAY = `DO $$ DECLARE guarded regclass; BEGIN
  FOR guarded IN SELECT DISTINCT t.tgrelid::regclass FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
  LOOP EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', guarded); END LOOP; END $$`;

/** Everything has changed since then. */
const BEGINNING = { afterEntry: 0n, since: new Date(0) };

/**
 * Makes a change that no application code could make, looks at what follows, and rolls everything
 * back. The statement must change something.
 */
export async function withForgery<Result>(
  statement: string,
  look: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await connectionPool().connect();
  try {
    await client.query(`BEGIN; ${GUARDS_AWAY}`);
    const { rowCount } = await client.query(statement);
    expect(rowCount, statement).toBeGreaterThan(0);
    return await look(client);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

/**
 * Returns the titles of the rules that fail after such a change. Each finds the same where it
 * judges only what is recent, and everything is.
 */
export async function rulesBrokenBy(rules: readonly AuditRule[], statement: string): Promise<string[]> {
  return await withForgery(statement, async (client) => {
    const broken: string[] = [];
    for (const rule of rules) {
      const whole = await findViolations(client, rule);
      const recent = await findViolations(client, rule, BEGINNING);
      expect(recent.toSorted(), `${rule.title}, where everything is recent`).toEqual(whole.toSorted());
      if (whole.length > 0) broken.push(rule.title);
    }
    return broken;
  });
}
