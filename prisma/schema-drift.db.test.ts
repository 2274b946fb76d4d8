import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase, useTestDatabase } from "@/lib/testing/database";
import { diffSchemas } from "@/scripts/lib/migrations.mjs";
import { readSchema } from "@/scripts/lib/schema-files.mjs";

/** What Prisma's schema describes. Each line is one fact; the first word is its kind. */
const FACTS = `
  select 'column ' || table_name || '.' || column_name || ' ' || udt_name
      || case when is_nullable = 'NO' then ' not null' else '' end
      || coalesce(' (' || numeric_precision || ',' || numeric_scale || ')', '')
      || coalesce(' [' || character_maximum_length || ']', '')
      || coalesce(' {' || datetime_precision || '}', '')
      || coalesce(' default ' || column_default, '')
    from information_schema.columns where table_schema = 'public' and table_name <> '_prisma_migrations'
  union all
  select 'enum ' || t.typname || ' ' || string_agg(e.enumlabel, ',' order by e.enumsortorder)
    from pg_type t join pg_enum e on e.enumtypid = t.oid join pg_namespace n on n.oid = t.typnamespace
    where n.nspname = 'public' group by t.typname
  union all
  select 'index ' || indexdef from pg_indexes where schemaname = 'public' and tablename <> '_prisma_migrations'
  union all
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(c.oid)
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where n.nspname = 'public' and contype in ('p', 'f', 'u') and conrelid <> 0
      and conrelid::regclass::text <> '_prisma_migrations'
`;

/**
 * Columns and enums of the database must all be in the schema; indexes and constraints may be the
 * migration's own SQL.
 */
const SCHEMA_ONLY = /^(column|enum) /;

async function readFacts(url: string, prepare?: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (prepare) await client.query(prepare);
    const { rows } = await client.query<string[]>({ text: FACTS, rowMode: "array" });
    return rows.map(([fact = ""]) => fact).sort();
  } finally {
    await client.end();
  }
}

test("the migrations build exactly the tables of the schema", async () => {
  const migrated = await createTestDatabase();
  const fresh = await createTestDatabase("template0");
  try {
    const schemaSql = await diffSchemas(fresh.url, [], readSchema());
    const wanted = await readFacts(fresh.url, schemaSql);
    const found = await readFacts(migrated.url);
    expect(wanted.length).toBeGreaterThan(0);
    expect({
      missing: wanted.filter((fact) => !found.includes(fact)),
      unknown: found.filter((fact) => SCHEMA_ONLY.test(fact) && !wanted.includes(fact)),
    }).toEqual({ missing: [], unknown: [] });
  } finally {
    await migrated.drop();
    await fresh.drop();
  }
});

test("a test file has its own database", async () => {
  await expect(useTestDatabase()).resolves.toBeTypeOf("function");
});
