import { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";

/** `data`: plain values by field, as Prisma names them: `finalAt` is the column `final_at`. */
export type RowChange = { readonly id: string; readonly data: object };

/**
 * Changes many rows of a table with a `uuid` key `id` by one statement. A column that only some of
 * them change keeps its value in the others. Each row is named once.
 */
export async function updateRows(tx: Tx, table: string, changes: readonly RowChange[]): Promise<void> {
  const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const rows = changes.map(({ data }) => {
    // As Prisma does: an undefined value changes nothing.
    const given = Object.entries(data).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given.map(([field, value]) => [columnOf(field), value]));
  });
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  invariant(
    [table, ...columns].every((name) => /^[a-z_]+$/.test(name)),
    "tables and fields have plain names",
  );
  const assignments = columns.map((column) => `${column} = (c.changed).${column}`).join(", ");
  await tx.$executeRaw`
    UPDATE ${Prisma.raw(table)} i SET ${Prisma.raw(assignments)}
    FROM (
      SELECT jsonb_populate_record(j, u.changes::jsonb) AS changed
      FROM unnest(${changes.map(({ id }) => id)}::uuid[], ${rows.map((row) => JSON.stringify(row))}::text[]) AS u (id, changes)
        JOIN ${Prisma.raw(table)} j ON j.id = u.id OFFSET 0) c
    WHERE i.id = (c.changed).id`;
}
