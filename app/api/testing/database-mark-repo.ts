import { database } from "@/lib/kernel/db";

/** Tables that any request writes: when a user was last seen, and how many attempts were made. */
const WRITTEN_BY_ASKING = ["sessions", "attempt_counters"];

let listening: Promise<void> | null = null;

/**
 * From now on each row inserted, updated or deleted by a committed transaction is recorded:
 * comparing all tables would take 30 ms.
 */
async function listen(): Promise<void> {
  await database().$executeRaw`CREATE TABLE written_rows (name text NOT NULL)`;
  await database().$executeRaw`
    CREATE FUNCTION note_written_row() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO public.written_rows VALUES (format('%I.%I', TG_TABLE_SCHEMA, TG_TABLE_NAME));
      RETURN NULL;
    END $$`;
  const tables = await database().$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'graphile_worker') AND table_name <> ALL (${[...WRITTEN_BY_ASKING, "written_rows"]})`;
  for (const { name } of tables) {
    await database().$executeRawUnsafe(
      `CREATE TRIGGER note_written_row AFTER INSERT OR UPDATE OR DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION public.note_written_row()`,
    );
  }
}

/**
 * Returns a mark. Two marks are equal if no row of any table was inserted, updated or deleted
 * between them.
 */
export async function markDatabase(): Promise<string> {
  listening ??= listen();
  await listening;
  const rows = await database().$queryRaw<{ name: string; count: bigint }[]>`
    SELECT name, count(*) FROM written_rows GROUP BY name ORDER BY name`;
  return rows.map(({ name, count }) => `${name} ${count}`).join("\n");
}

/**
 * Returns the lines of the second mark that are not in the first: the changed tables, each with the
 * number of rows written since the very first mark.
 */
export function changedTables(before: string, after: string): string[] {
  const known = new Set(before.split("\n"));
  return after.split("\n").filter((line) => !known.has(line));
}
