import { afterAll, beforeAll, expect, test } from "vitest";
import { readGatewayFigures } from "@/lib/fronts/admin/figures-queries";
import { readOperations } from "@/lib/fronts/admin/overview-queries";
import { closeDatabase, database } from "@/lib/kernel/db";
import { sumGatewayToEnd } from "@/lib/ledger/gateway-sums/testing/sum-to-end";
import { rowsReadBy, statementsOf } from "@/lib/money-in/invoices/testing/grown-repo";
import { seedDemoData } from "@/lib/run/demo-data/seed-demo-data";
import { openSeedableSandbox } from "@/lib/run/demo-data/testing/sandbox-rig";

/** A year's invoices: figures may read their sums of two months, and the paid ones of these. */
const INVOICES = 6_000;
const ROWS_READ_MAX = 3_500;

beforeAll(async () => {
  await openSeedableSandbox();
  await seedDemoData({ invoices: INVOICES, email: null });
  await sumGatewayToEnd();
  await database().$executeRaw`ANALYZE`;
});
afterAll(closeDatabase);

test("the operator's home reads neither all invoices nor all postings", async () => {
  expect(await database().posting.count()).toBeGreaterThan(6 * ROWS_READ_MAX);
  const now = new Date();
  const seen = [
    ...(await statementsOf(/gateway_sums|invoice_milestones/, () => readGatewayFigures("Europe/Berlin", now))),
    ...(await statementsOf(/reviews r|webhook_deliveries|"public"."cases"/, () => readOperations(now))),
  ];
  expect(seen.length).toBeGreaterThan(3);
  const read = await Promise.all(seen.map(async (one) => ({ rows: await rowsReadBy(one), text: one.text })));
  expect(read.filter(({ rows }) => rows > ROWS_READ_MAX)).toEqual([]);
  const { ranges } = await readGatewayFigures("Europe/Berlin", now);
  expect(ranges.every(({ paidInvoices }) => paidInvoices.before > 0)).toBe(true);
});
