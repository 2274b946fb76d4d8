import { isOutdated, SEALED_COLUMNS, type SealedColumn } from "@/lib/fronts/sealed-data/sealed-columns";
import { openBytes, sealBytes } from "@/lib/kernel/crypto/secrets";
import { connectionPool } from "@/lib/kernel/db";
import type { ApiKeyRow } from "@/lib/people/keys/api-keys";

/** `unreadable`: rows that no configured key decrypts; they are left as they are. */
export type Reencryption = { readonly changed: number; readonly unreadable: number };

const ROWS_AT_ONCE = 200;

/**
 * Encrypts everything that is not under SECRET_KEY with it, row by row, each a statement of its
 * own: a stop at any point loses nothing, and the next call continues. A row that another process
 * changes meanwhile keeps that process's value. Ends early when `signal` is aborted.
 */
export async function reencryptSealed(signal: AbortSignal): Promise<Reencryption> {
  let [changed, unreadable] = [0, 0];
  for (const column of SEALED_COLUMNS) {
    for await (const row of outdatedRows(column)) {
      if (signal.aborted) return { changed, unreadable };
      const result = await reencryptRow(column, row);
      if (result === "changed") changed += 1;
      if (result === "unreadable") unreadable += 1;
    }
  }
  return { changed, unreadable };
}

/** Passes each row once, in the order of their ids, whatever became of the ones before. */
async function* outdatedRows(column: SealedColumn): AsyncGenerator<ApiKeyRow> {
  let after: string | null = null;
  do {
    const { rows }: { rows: ApiKeyRow[] } = await connectionPool().query<ApiKeyRow>(
      `SELECT ${column.fields} FROM ${column.table} t
       WHERE ${isOutdated(column)} AND ($1::uuid IS NULL OR t.id > $1::uuid) ORDER BY t.id LIMIT ${ROWS_AT_ONCE}`,
      [after],
    );
    yield* rows;
    after = rows.length < ROWS_AT_ONCE ? null : (rows.at(-1)?.id ?? null);
  } while (after !== null);
}

/** `gone`: deleted, or written by another process since it was listed. */
async function reencryptRow(of: SealedColumn, row: ApiKeyRow): Promise<"changed" | "gone" | "unreadable"> {
  const { table, column, contextOf } = of;
  const { rows } = await connectionPool().query<{ sealed: Buffer | null }>(
    `SELECT ${column} AS sealed FROM ${table} WHERE id = $1 AND ${isOutdated(of)}`,
    [row.id],
  );
  const sealed = rows[0]?.sealed;
  if (!sealed) return "gone";
  const plain = openOrNull(sealed, contextOf(row));
  if (plain === null) return "unreadable";
  const { rowCount } = await connectionPool().query(
    `UPDATE ${table} SET ${column} = $3 WHERE id = $1 AND ${column} = $2`,
    [row.id, sealed, Buffer.from(sealBytes(plain, contextOf(row)))],
  );
  return rowCount === 1 ? "changed" : "gone";
}

function openOrNull(sealed: Buffer, context: string): Buffer | null {
  try {
    return openBytes(sealed, context);
  } catch {
    return null;
  }
}
