import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { decimal } from "@/lib/kernel/money/decimal";
import { auditBooks } from "@/lib/ledger/audit-books";
import { seedDemoData } from "@/lib/run/demo-data/seed-demo-data";
import { openSeedableSandbox } from "@/lib/run/demo-data/testing/sandbox-rig";
import { parseSpends, sumOf } from "@/lib/sending/sends/outgoing";
import { listMoved } from "@/lib/sending/sends/outgoing-repo";

vi.mock("@/lib/kernel/env", { spy: true });

/** With fewer, one run in eighty would lack an outcome that three payouts in a hundred have. */
const INVOICES = 5000;
/** Stored by the watcher, as in every new sandbox. */
const FIRST_BLOCK = { networkCode: "eth", height: 0n, hash: "0xfirst", parentHash: "0x00", time: new Date(0) };
const BTC_READ = { networkCode: "btc", genesisHash: "0x00", height: 1n, hash: "0x01", headHeight: 1n };

beforeAll(async () => {
  await openSeedableSandbox();
  await database().chainBlock.create({ data: FIRST_BLOCK });
  await seedDemoData({ invoices: INVOICES, email: null });
});
afterAll(closeDatabase);
afterAll(() => vi.doUnmock("@/lib/kernel/env"));

/** Counts rows by the values of a column. */
async function countBy(table: string, column: string): Promise<Record<string, number>> {
  const rows = await database().$queryRawUnsafe<{ name: string; count: number }[]>(
    `SELECT ${column}::text AS name, count(*)::int AS count FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

describe("a year of demo data", () => {
  test("has the requested number of invoices, in every state, and passes the audit of the books", async () => {
    const statuses = await countBy("invoices", "status");
    expect(Object.keys(statuses)).toHaveLength(12);
    expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(INVOICES);
    expect((await auditBooks()).differences).toEqual([]);
  });

  test("has payouts, cases and payments of every kind, in several coins on several networks", async () => {
    expect(Object.keys(await countBy("payouts", "status"))).toEqual(
      expect.arrayContaining(["paid", "check", "cancel"]),
    );
    expect(Object.keys(await countBy("cases", "status"))).toHaveLength(5);
    expect(Object.keys(await countBy("cases", "kind"))).toHaveLength(6);
    expect(Object.keys(await countBy("invoices", "payment_outcome"))).toHaveLength(5);
    expect(Object.keys(await countBy("deposits", "network_code")).length).toBeGreaterThanOrEqual(6);
    expect(Object.keys(await countBy("webhook_deliveries", "state"))).toEqual(
      expect.arrayContaining(["delivered", "failed"]),
    );
  });

  test("fills every list of the pages: internal transfers, blocked wallets, refund requests, files, people and their notifications", async () => {
    const kinds = ["invoice.credit-internal", "transfer.to-personal", "transfer.to-business", "referral.credit"];
    const inside = [...kinds, "conversion.auto", "wallet.hold"];
    expect(Object.keys(await countBy("journal_entries", "kind"))).toEqual(expect.arrayContaining(inside));
    expect(Object.keys(await countBy("static_wallets", "status"))).toHaveLength(2);
    expect(Object.keys(await countBy("refunds", "kind"))).toHaveLength(3);
    expect(Object.keys(await countBy("refund_requests", "status"))).toHaveLength(5);
    expect(Object.keys(await countBy("payout_batches", "status"))).toEqual(
      expect.arrayContaining(["done", "checked", "cancelled"]),
    );
    expect(Object.keys(await countBy("merchant_members", "role"))).toHaveLength(4);
    expect(Object.keys(await countBy("notifications", "kind"))).toHaveLength(6);
    expect(Object.keys(await countBy("reviews", "decision"))).toHaveLength(2);
    for (const table of ["invitations", "webhook_tests", "screening_verdicts"]) {
      expect([table, await countBy(table, "true")]).not.toEqual([table, {}]);
    }
  });

  test("has plausible webhook attempts: none in the future, none that gave up too early", async () => {
    const [odd] = await database().$queryRaw<{ future: number; hasty: number; all: number }[]>`
      SELECT count(*) FILTER (WHERE started_at > now())::int AS future, count(*)::int AS all,
        count(*) FILTER (WHERE error LIKE '%10 seconds%' AND duration_ms < 10000)::int AS hasty FROM webhook_attempts`;
    expect(odd).toEqual({ future: 0, hasty: 0, all: expect.any(Number) });
    expect(odd?.all).toBeGreaterThan(100);
  });

  test("names no block that a watcher could report missing", async () => {
    expect((await countBy("outgoing_transactions", "network_code"))["eth"]).toBeGreaterThan(0);
    expect(await listMoved("eth")).toEqual([]);
  });

  test("leaves nothing in hot wallets or on deposit addresses of a network with a node", async () => {
    const left = await database().$queryRaw<unknown[]>`
      SELECT a.owner_id, a.currency_code, sum(p.amount) FROM postings p JOIN accounts a ON a.id = p.account_id JOIN networks n ON n.code = a.owner_id
        JOIN journal_entries e ON e.id = p.entry_id
      WHERE a.class = 'custody' AND n.is_sandbox AND e.group_id <> 'test' GROUP BY 1, 2 HAVING sum(p.amount) <> 0`;
    expect(left.length).toBeLessThanOrEqual(6);
    expect(left.every((row) => JSON.stringify(row).includes("bsc"))).toBe(true);
  });

  test("spends UTXOs as the chain would: each transaction's inputs equal its amounts, fee and change, and none is left that a node would lack", async () => {
    const rows = await database().outgoingTransaction.findMany({
      where: { networkCode: { in: ["btc", "ltc"] } },
      include: { sends: true, coins: true, versions: true },
    });
    const own = await database().coin.findMany({ where: { isInternal: true } });
    for (const { nonce, sends, coins, versions, feePaid } of rows) {
      const [version] = versions;
      const spends = parseSpends(version?.spends ?? "");
      const named = spends.kind === "coins" ? spends.coins.map(({ transactionId }) => transactionId) : [];
      expect([nonce, named.toSorted()]).toEqual([null, coins.map(({ transactionId }) => transactionId).toSorted()]);
      const change = own.find(({ transactionId }) => transactionId === version?.transactionId)?.units ?? 0n;
      const left = sumOf(
        [...sends, { amount: decimal(feePaid ?? "0") }].map(({ amount }) => ({ amount: decimal(amount) })),
      );
      expect(coins.reduce((sum, { units }) => sum + units, 0n)).toBe(toBaseUnits(left, 8) + change);
    }
    // Sends due within one minute share a transaction. In a small year whether any do is chance;
    // the long test guarantees it.
    const ofMinute = new Map<string, Set<string>>();
    for (const { id, networkCode, sends } of rows) {
      for (const { createdAt } of sends.filter(({ purpose }) => purpose !== "withdrawal")) {
        const minute = `${networkCode} ${createdAt.toISOString().slice(0, "2026-11-22T17:09".length)}`;
        ofMinute.set(minute, (ofMinute.get(minute) ?? new Set()).add(id));
      }
    }
    expect(ofMinute.size).toBeGreaterThan(0);
    expect([...ofMinute].filter(([, transactions]) => transactions.size > 1)).toEqual([]);
    expect(
      await database().coin.count({ where: { networkCode: "ltc", outgoingId: null, blockHeight: { not: null } } }),
    ).toBe(0);
    expect(await database().outgoingTransaction.count({ where: { networkCode: "tron", nonce: { not: null } } })).toBe(
      0,
    );
  });

  test("never had a negative balance on the way", async () => {
    const below = await database().$queryRaw<unknown[]>`
      SELECT * FROM (SELECT a.kind, a.currency_code, sum(-p.amount) OVER (PARTITION BY a.id ORDER BY p.entry_id) AS balance
        FROM postings p JOIN accounts a ON a.id = p.account_id WHERE a.class = 'liability') b WHERE balance < 0`;
    expect(below).toEqual([]);
  });

  test("never withdrew more from the operator's capital than it had", async () => {
    const below = await database().$queryRaw<unknown[]>`
      SELECT * FROM (SELECT a.currency_code, e.kind, sum(-p.amount) OVER (PARTITION BY a.id ORDER BY p.entry_id) AS balance
        FROM postings p JOIN accounts a ON a.id = p.account_id JOIN journal_entries e ON e.id = p.entry_id WHERE a.kind = 'operator-capital') b
      WHERE balance < 0`;
    expect(below).toEqual([]);
  });

  test("fills its treasury from capital funded for it, not from the sandbox's current capital", async () => {
    const below = await database().$queryRaw<unknown[]>`
      SELECT * FROM (SELECT a.currency_code, sum(-p.amount) OVER (PARTITION BY a.id ORDER BY p.entry_id) AS balance
        FROM postings p JOIN accounts a ON a.id = p.account_id JOIN journal_entries e ON e.id = p.entry_id
        WHERE a.kind = 'operator-capital' AND e.group_id <> 'test' AND e.kind IN ('capital.fund', 'treasury.fill')) b
      WHERE balance < 0`;
    expect(below).toEqual([]);
    expect((await countBy("journal_entries", "kind"))["treasury.fill"]).toBe(1);
  });

  test("is created once per merchant, and never where a real network is enabled", async () => {
    await expect(seedDemoData({ invoices: INVOICES, email: "owner@shop.test" })).rejects.toThrow(
      "has its year already",
    );
    await database().network.update({ where: { code: "btc" }, data: { isEnabled: true } });
    await expect(seedDemoData({ invoices: INVOICES, email: null })).rejects.toThrow("these networks are real: btc");
    await database().network.update({ where: { code: "btc" }, data: { isEnabled: false } });
  });

  test("nor where one was scanned before it was disabled, nor by a process outside a sandbox", async () => {
    const again = () => seedDemoData({ invoices: INVOICES, email: null });
    await database().chainCursor.create({ data: { ...BTC_READ, headTime: new Date() } });
    await expect(again()).rejects.toThrow("real networks were read here: btc");
    await database().chainCursor.delete({ where: { networkCode: "btc" } });
    await expect(again()).rejects.toThrow("has its year already");
    vi.mocked(env).mockReturnValueOnce({ ...env(), SANDBOX: false });
    await expect(again()).rejects.toThrow("SANDBOX is not set");
  });
});
