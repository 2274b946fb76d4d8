import type pg from "pg";
import { GROWING_TABLES, type GrowingTable } from "@/bench/lib/growing-tables";
import { closeDatabase, withLongReads } from "@/lib/kernel/db";

/** Run by bench/partitions.mjs with the numbers of rows and months, in a database of its own. */

const [ROWS = 0, MONTHS = 0] = process.argv.slice(2).map(Number);
const ASKED = 300;
const INSERTED_AT_ONCE = 500;
const FIRST_MONTH = "timestamptz '2021-01-01T00:00:00Z'";
const END = `(${FIRST_MONTH} + interval '${MONTHS} months')`;
const AT = `${FIRST_MONTH} + n * interval '${MONTHS} months' / ${ROWS}`;

const log = (text: string) => process.stdout.write(`${text}\n`);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Makes the table, empty and without indexes. */
async function create(client: pg.ClientBase, { name, time }: GrowingTable, copy: string, isPartitioned: boolean) {
  await client.query(
    `CREATE TABLE ${copy} (LIKE ${name} INCLUDING DEFAULTS) ${isPartitioned ? `PARTITION BY RANGE (${time})` : ""}`,
  );
  for (let month = 0; isPartitioned && month <= MONTHS; month += 1) {
    const from = `(${FIRST_MONTH} + interval '${month} months')`;
    const { rows } = await client.query<{ a: string; b: string }>(
      `SELECT ${from}::text AS a, (${from} + interval '1 month')::text AS b`,
    );
    await client.query(
      `CREATE TABLE ${copy}_${month} PARTITION OF ${copy} FOR VALUES FROM ('${rows[0]?.a}') TO ('${rows[0]?.b}')`,
    );
  }
}

async function fill(client: pg.ClientBase, { columns, row }: GrowingTable, copy: string): Promise<void> {
  await client.query(
    `INSERT INTO ${copy} (${columns}) SELECT ${row} FROM (SELECT n, ${AT} AS at FROM generate_series(1, ${ROWS}) n) r`,
  );
}

type Plan = {
  Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number };
  "Planning Time": number;
  "Execution Time": number;
};

async function ask(client: pg.ClientBase, question: string): Promise<string> {
  const times: number[] = [];
  let blocks = 0;
  for (let turn = 0; turn < ASKED; turn += 1) {
    const sql = question.replaceAll("$n", String(1 + ((turn * 7_919) % (ROWS - 1_000)))).replaceAll("$end", END);
    times.push(await timed(() => client.query(sql)));
    if (turn > 0) continue;
    const { rows } = await client.query<{ "QUERY PLAN": Plan[] }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`);
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
    blocks = (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
  }
  times.sort((a, b) => a - b);
  return `median ${times[ASKED / 2]?.toFixed(2)} ms, p99 ${times[Math.ceil(ASKED * 0.99) - 1]?.toFixed(2)} ms, ${blocks} pages`;
}

/** As settlements and deliveries write them: few hundred at once, all of the last month. */
async function insert(client: pg.ClientBase, { columns, row }: GrowingTable, copy: string): Promise<string> {
  const rounds = 40;
  const ms = await timed(async () => {
    for (let round = 0; round < rounds; round += 1) {
      const from = ROWS + 1 + round * INSERTED_AT_ONCE;
      await client.query(`INSERT INTO ${copy} (${columns})
        SELECT ${row} FROM (SELECT n, ${FIRST_MONTH} + interval '${MONTHS} months' AS at FROM generate_series(${from}, ${from + INSERTED_AT_ONCE - 1}) n) r`);
    }
  });
  return `${Math.round((rounds * INSERTED_AT_ONCE * 1000) / ms)} rows a second`;
}

async function compare(client: pg.ClientBase, table: GrowingTable, isPartitioned: boolean): Promise<void> {
  const copy = `${table.name}_${isPartitioned ? "monthly" : "plain"}`;
  const unique = (columns: string) => `CREATE UNIQUE INDEX ON T (${columns}${isPartitioned ? `, ${table.time}` : ""})`;
  await create(client, table, copy, isPartitioned);
  const filled = await timed(() => fill(client, table, copy));
  const indexed = await timed(async () => {
    for (const sql of table.indexes(unique))
      await client.query(sql.replaceAll("T (", `${copy} (`).replace("ON T ", `ON ${copy} `));
  });
  const frozen = await timed(() => client.query(`VACUUM (FREEZE, ANALYZE) ${copy}`));
  log(
    `\n${copy}: ${ROWS} rows in ${(filled / 1000).toFixed(0)} s, indexes ${(indexed / 1000).toFixed(0)} s, first vacuum ${(frozen / 1000).toFixed(1)} s`,
  );
  const { rows } = await client.query<{ heap: string; indexes: string }>(
    `SELECT pg_size_pretty(sum(pg_table_size(relid))) AS heap, pg_size_pretty(sum(pg_indexes_size(relid))) AS indexes FROM (SELECT relid FROM pg_partition_tree('${copy}') UNION SELECT '${copy}'::regclass) t`,
  );
  log(`  size                         ${rows[0]?.heap}, indexes ${rows[0]?.indexes}`);
  for (const [name, question] of Object.entries(table.questions))
    log(`  ${name.padEnd(28)} ${await ask(client, question.replaceAll("FROM T", `FROM ${copy}`))}`);
  log(`  insert                       ${await insert(client, table, copy)}`);
  log(`  vacuum after inserts         ${(await timed(() => client.query(`VACUUM ${copy}`))).toFixed(0)} ms`);
  if (table.clear === null) return;
  const sql = table.clear
    .replaceAll("UPDATE T", `UPDATE ${copy}`)
    .replaceAll("$month", `${FIRST_MONTH} + interval '1 month'`);
  log(`  clearing a month             ${(await timed(() => client.query(sql))).toFixed(0)} ms`);
  log(`  vacuum after it              ${(await timed(() => client.query(`VACUUM ${copy}`))).toFixed(0)} ms`);
  if (isPartitioned)
    log(`  dropping a month             ${(await timed(() => client.query(`DROP TABLE ${copy}_1`))).toFixed(0)} ms`);
}

await withLongReads(async (client) => {
  await client.query("SET default_transaction_read_only = off; SET statement_timeout = 0; SET jit = off");
  for (const table of GROWING_TABLES) {
    for (const isPartitioned of [false, true]) {
      await compare(client, table, isPartitioned);
      await client.query(`DROP TABLE ${table.name}_${isPartitioned ? "monthly" : "plain"}`);
    }
  }
});
await closeDatabase();
