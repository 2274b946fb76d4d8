import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/db";
import { auditBooks } from "@/lib/ledger/audit-books";
import { seedYear } from "@/lib/seed-year/seed-year";
import { openSeedableSandbox } from "@/lib/seed-year/testing/sandbox-rig";

const INVOICES = 100_000;
const MILLISECONDS_MAX = 60_000;

beforeAll(() => openSeedableSandbox(true));
afterAll(closeDatabase);

test("a year of 100,000 invoices is made in under a minute, and the audit of its books finds nothing", async () => {
  const year = await seedYear({ invoices: INVOICES, email: null });
  process.stdout.write(`100,000 invoices in ${(year.milliseconds / 1000).toFixed(1)} s\n`);
  expect(year.rows["invoices"]).toBe(INVOICES);
  expect((await auditBooks()).differences).toEqual([]);
  expect(year.milliseconds).toBeLessThan(MILLISECONDS_MAX);
});
