import { database } from "@/lib/db";

/** Written by asking alone: when somebody was last seen, and how often somebody tried. */
const WRITTEN_BY_ASKING = ["sessions", "attempt_counters"];

let question: string | null = null;

/** One line for each table: how many rows it has, and the newest transaction that wrote one of those. */
async function questionOf(): Promise<string> {
  const tables = await database().$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'graphile_worker') AND table_name <> ALL (${WRITTEN_BY_ASKING})
    ORDER BY 1`;
  const lines = tables.map(({ name }) => `SELECT '${name}' AS name, count(*), max(xmin::text::bigint) FROM ${name}`);
  return `SELECT string_agg(name || ' ' || count || ' ' || coalesce(max, 0), E'\n' ORDER BY name) AS mark FROM (${lines.join(" UNION ALL ")}) AS tables`;
}

/** Two marks are the same when nothing was added, changed or deleted between them, in any table of the database. */
export async function markDatabase(): Promise<string> {
  question ??= await questionOf();
  const [row] = await database().$queryRawUnsafe<{ mark: string }[]>(question);
  return row?.mark ?? "";
}

/** The lines of the second mark that are not in the first: the tables that changed, each with its rows and newest transaction. */
export function changedTables(before: string, after: string): string[] {
  const known = new Set(before.split("\n"));
  return after.split("\n").filter((line) => !known.has(line));
}
