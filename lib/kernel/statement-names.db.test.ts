import { expect, it } from "vitest";
import { database, withTransaction } from "@/lib/kernel/db";

it("a statement that is used often is analysed once, and survives a column that an upgrade adds", async () => {
  const table = "CREATE TABLE statement_names (id int, name text)";
  await database().$executeRawUnsafe(table);
  await database().$executeRawUnsafe("INSERT INTO statement_names VALUES (1, 'first')");
  // One transaction is one connection.
  const names = await withTransaction(async (tx) => {
    const read = () =>
      tx.$queryRaw<{ id: number; name: string }[]>`SELECT id, name FROM statement_names WHERE id = ${1}`;
    for (let use = 0; use < 6; use += 1) expect(await read()).toEqual([{ id: 1, name: "first" }]);
    await tx.$executeRawUnsafe("ALTER TABLE statement_names ADD COLUMN added int");
    expect(await read()).toEqual([{ id: 1, name: "first" }]);
    return tx.$queryRaw<{ name: string }[]>`
      SELECT name FROM pg_prepared_statements WHERE statement LIKE 'SELECT id, name FROM statement_names%'`;
  });
  expect(names).toHaveLength(1);
});
