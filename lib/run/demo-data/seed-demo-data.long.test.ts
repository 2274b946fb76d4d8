import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { auditBooks } from "@/lib/ledger/audit-books";
import type { DemoDataSummary } from "@/lib/run/demo-data/repo";
import { seedDemoData } from "@/lib/run/demo-data/seed-demo-data";
import { openSeedableSandbox } from "@/lib/run/demo-data/testing/sandbox-rig";
import { sentStatements } from "@/lib/testing/sent-statements";

const INVOICES = 100_000;
/** Statements have a time limit. */
const PIECE = 50_000;
/**
 * Rows are written in sets: writing invoice by invoice would take as many statements as invoices.
 */
const STATEMENTS_MAX = INVOICES / 100;

beforeAll(() => openSeedableSandbox(true));
afterAll(closeDatabase);

/**
 * Inserts as many meaningless rows with two keys, in this database and on this machine.
 * Milliseconds.
 */
async function plainRows(count: number): Promise<number> {
  await database()
    .$executeRaw`CREATE TABLE plain_rows (id uuid PRIMARY KEY, at timestamptz NOT NULL, amount numeric(78,18) NOT NULL)`;
  await database().$executeRaw`CREATE INDEX ON plain_rows (at)`;
  const begun = performance.now();
  for (let from = 0; from < count; from += PIECE) {
    await database().$executeRaw`
      INSERT INTO plain_rows SELECT gen_random_uuid(), now() + n * interval '1 second', n * 1.25
      FROM generate_series(${from + 1}::int, ${Math.min(from + PIECE, count)}::int) n`;
  }
  return performance.now() - begun;
}

test(`a year of ${INVOICES} invoices is written in at most ${STATEMENTS_MAX} statements, and passes the audit`, async () => {
  let made: DemoDataSummary | null = null;
  const statements = await sentStatements(async () => {
    made = await seedDemoData({ invoices: INVOICES, email: null });
  });
  const demoData: DemoDataSummary = made ?? expect.fail("there is no year");
  const rows = Object.values(demoData.rows).reduce((sum, count) => sum + count, 0);
  const ratio = demoData.milliseconds / (await plainRows(rows));
  process.stdout.write(
    `${INVOICES} invoices, ${rows} rows in ${(demoData.milliseconds / 1000).toFixed(1)} s: ${ratio.toFixed(1)} times as long as plain rows\n`,
  );
  expect(demoData.rows["invoices"]).toBe(INVOICES);
  expect((await auditBooks()).differences).toEqual([]);
  const sharing = await database().$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM (SELECT FROM sends WHERE network_code = 'btc' GROUP BY outgoing_id HAVING count(*) > 1 AND outgoing_id IS NOT NULL) s`;
  expect(Number(sharing[0]?.count), "transactions that pay several").toBeGreaterThan(0);
  expect(statements.length).toBeLessThan(STATEMENTS_MAX);
});
