import type pg from "pg";

/**
 * Drops the references of tables to others, and their indexes that no constraint needs, within the caller's transaction: until it ends nobody
 * else can read these tables.
 *
 * @returns the statements that make all of it again, exactly as it was; references are judged by them for all rows at once
 */
export async function setAside(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows: references } = await client.query<{ drop: string; make: string }>(
    `SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', r.relname, c.conname) AS drop,
       format('ALTER TABLE %I ADD CONSTRAINT %I %s', r.relname, c.conname, pg_get_constraintdef(c.oid)) AS make
     FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND r.relname = ANY($1)`,
    [tables],
  );
  const { rows: indexes } = await client.query<{ drop: string; make: string }>(
    `SELECT format('DROP INDEX %I', i.relname) AS drop, pg_get_indexdef(i.oid) AS make
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class r ON r.oid = x.indrelid
     WHERE r.relnamespace = 'public'::regnamespace AND r.relname = ANY($1) AND NOT x.indisunique`,
    [tables],
  );
  for (const { drop } of [...references, ...indexes]) await client.query(drop);
  return [...indexes, ...references].map(({ make }) => make);
}
