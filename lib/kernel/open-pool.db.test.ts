import { afterAll, expect, test } from "vitest";
import { directDatabaseUrl } from "@/lib/kernel/env";
import { openPool } from "@/lib/kernel/open-pool";

const pools = [openPool(directDatabaseUrl()), openPool(directDatabaseUrl(), { preparesStatements: false })] as const;
afterAll(async () => void (await Promise.all(pools.map((pool) => pool.end()))));

const PID = "SELECT pg_backend_pid() AS pid";

test("a connection to a server that became read-only is replaced after the transaction that it refused", async () => {
  const [pool] = pools;
  const first = await pool.connect();
  const { rows: before } = await first.query(PID);
  await first.query("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
  first.release();
  const refused = await pool.connect();
  expect((await refused.query(PID)).rows).toEqual(before);
  await refused.query("BEGIN");
  await expect(refused.query("CREATE TABLE refused (id int)")).rejects.toThrow(/read-only transaction/);
  await refused.query("ROLLBACK");
  refused.release();
  const { rows: after } = await pool.query(PID);
  expect(after).not.toEqual(before);
  await pool.query("CREATE TABLE accepted (id int)");
});

test("a connection that refused a transaction for another reason is kept", async () => {
  const [pool] = pools;
  const client = await pool.connect();
  const { rows: before } = await client.query(PID);
  await client.query("BEGIN");
  await expect(client.query("SELECT 1/0")).rejects.toThrow(/division by zero/);
  await client.query("ROLLBACK");
  client.release();
  expect((await pool.query(PID)).rows).toEqual(before);
});

test("a pool that prepares no statements leaves none on its connections, and returns the same rows", async () => {
  const query = { name: "doubled", text: "SELECT $1::int * 2 AS doubled", values: [21] };
  const counts = await Promise.all(
    pools.map(async (pool) => {
      const client = await pool.connect();
      const { rows } = await client.query(query);
      expect(rows).toEqual([{ doubled: 42 }]);
      const prepared = await client.query("SELECT count(*)::int AS number FROM pg_prepared_statements");
      client.release();
      return prepared.rows[0]?.number;
    }),
  );
  expect(counts).toEqual([1, 0]);
  // Through the pool itself the driver calls in another way.
  expect((await pools[1].query(query)).rows).toEqual([{ doubled: 42 }]);
  expect((await pools[1].query("SELECT count(*)::int AS number FROM pg_prepared_statements")).rows).toEqual([
    { number: 0 },
  ]);
});
