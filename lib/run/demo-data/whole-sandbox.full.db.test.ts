import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { auditBooks } from "@/lib/ledger/audit-books";
import { fundCapital } from "@/lib/money-in/invoices/testing/gateway-rig";
import { seedDemoData } from "@/lib/run/demo-data/seed-demo-data";
import { openSeedableSandbox } from "@/lib/run/demo-data/testing/sandbox-rig";

const YEAR = { invoices: 1000, email: null };
/** Less than the commissions in litecoin, which are withdrawn as well. */
const TOO_LITTLE = { LTC: "0.0001" };

beforeAll(() => openSeedableSandbox(true, TOO_LITTLE));
afterAll(closeDatabase);

test("rejects a year that would withdraw more from capital than the operator funded", async () => {
  await expect(seedDemoData(YEAR)).rejects.toThrow(/more LTC would be taken out of capital than there is/);
  expect(await database().invoice.count()).toBe(0);
  await fundCapital("LTC", "20");
  await seedDemoData(YEAR);
});

test("if every network has a node, a year of demo data leaves no UTXO, deposit or held money that a node would have to know", async () => {
  expect((await auditBooks()).differences).toEqual([]);
  const standing = { outgoingId: null, externallySpentAt: null, blockHeight: { not: null } };
  expect(await database().coin.count()).toBeGreaterThan(100);
  expect(await database().coin.findMany({ where: standing })).toEqual([]);
  const left = await database().$queryRaw<{ network: string; kind: string }[]>`
    SELECT a.owner_id AS network, a.kind, sum(p.amount) FROM postings p JOIN accounts a ON a.id = p.account_id JOIN journal_entries e ON e.id = p.entry_id
    WHERE a.class = 'custody' AND e.group_id <> 'test' GROUP BY 1, 2, a.currency_code HAVING sum(p.amount) <> 0`;
  expect(left.filter(({ network }) => network !== "bsc")).toEqual([]);
});
