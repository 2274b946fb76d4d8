import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, connectionPool, database, withLongReads } from "@/lib/kernel/db";
import { hotCustody, merchantWallet } from "@/lib/ledger/account";
import { AUDIT_RULES } from "@/lib/ledger/audit-repo";
import { findViolations } from "@/lib/ledger/audit-rule-repo";
import { readStatement } from "@/lib/ledger/statements/read-statement";
import { statementQuery } from "@/lib/ledger/statements/schema";
import { sumPostings } from "@/lib/ledger/statements/sum-postings";
import { insertPastEntry } from "@/lib/ledger/statements/testing/past-entry";
import { sumAll, summedTo } from "@/lib/ledger/statements/testing/sum-all";
import { withForgery } from "@/lib/ledger/testing/insert-difference";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-03-01T00:00:00Z");

let merchantId: string;

beforeAll(async () => {
  await openGateway(1);
  await fundHot("bsc", "USDT", "1000");
  merchantId = (await newPayer({ USDT: "500" })).merchantId;
});
afterAll(closeDatabase);

/** Entries that are not in the order of time, each of one dollar. */
async function credits(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const at = new Date(START + ((index * 7) % 30) * HOUR_MS);
    const kind = index % 3 === 0 ? "payout.return" : "invoice.credit";
    await insertPastEntry({ kind, at }, [
      { account: merchantWallet(merchantId, "USDT"), amount: "-1" },
      { account: hotCustody("bsc", "USDT"), amount: "1" },
    ]);
  }
}

/** Sums that differ from those of the postings, computed by another statement. */
function findWrongSums(): Promise<unknown[]> {
  return database().$queryRaw`
    WITH lines AS (
      SELECT p.account_id, to_timestamp(floor(extract(epoch FROM e.created_at) / 21600) * 21600) AS period, e.kind, p.id, -p.amount AS amount
      FROM postings p JOIN accounts a ON a.id = p.account_id JOIN journal_entries e ON e.id = p.entry_id
      WHERE a.kind IN ('merchant', 'user') AND p.id <= (SELECT summed_to FROM statement_state)),
    expected AS (
      SELECT account_id, period, kind, sum(amount) FILTER (WHERE amount > 0) AS incoming, sum(amount) FILTER (WHERE amount < 0) AS outgoing,
        count(*) AS line_count, min(id) AS first_posting, max(id) AS last_posting FROM lines GROUP BY 1, 2, 3)
    SELECT * FROM expected e FULL JOIN statement_sums s USING (account_id, period, kind)
    WHERE (coalesce(e.incoming, 0), coalesce(e.outgoing, 0), e.line_count, e.first_posting, e.last_posting)
      IS DISTINCT FROM (s.incoming, s.outgoing, s.line_count, s.first_posting, s.last_posting)`;
}

const rule = () => AUDIT_RULES.find(({ title }) => title.startsWith("Every wallet's")) ?? expect.fail("no such rule");

const countSummed = async () => (await database().statementSum.aggregate({ _sum: { lineCount: true } }))._sum.lineCount;

test("every posting is added once, in steps of any size by several workers at once", async () => {
  await credits(20);
  await Promise.all([sumPostings(undefined, 3), sumPostings(undefined, 2), sumPostings(undefined, 5)]);
  await sumAll();
  expect(await findWrongSums()).toEqual([]);
  const lines = await countSummed();
  await credits(5);
  await sumAll();
  expect(await findWrongSums()).toEqual([]);
  expect(await countSummed()).toBe((lines ?? 0) + 5);
  expect(await withLongReads((client) => findViolations(client, rule()))).toEqual([]);
});

test("a posting of an open transaction is added when that has ended, although later ones were committed before it", async () => {
  await sumAll();
  const slow = await connectionPool().connect();
  try {
    await slow.query("BEGIN");
    const entry = await slow.query<{ id: string }>(
      "INSERT INTO journal_entries (kind, reference, group_id) VALUES ('treasury.fill', 'slow', 'test') RETURNING id",
    );
    // Accounts that nobody else waits for.
    const posted = await slow.query<{ id: string }>(
      `WITH made AS (INSERT INTO accounts (class, kind, owner_id, currency_code) VALUES ('custody', 'cold', 'eth', 'USDT'), ('liability', 'user', 'slow', 'USDT') RETURNING id, class)
       INSERT INTO postings (entry_id, account_id, currency_code, amount)
       SELECT $1, id, 'USDT', CASE class WHEN 'custody' THEN 9 ELSE -9 END FROM made RETURNING id`,
      [entry.rows[0]?.id],
    );
    await credits(2);
    const before = await summedTo();
    await sumPostings();
    await sumPostings();
    expect(await summedTo()).toBe(before);
    await slow.query("COMMIT");
    await sumAll();
    expect(await summedTo()).toBeGreaterThan(BigInt(posted.rows[0]?.id ?? 0));
  } finally {
    slow.release();
  }
  expect(await findWrongSums()).toEqual([]);
  expect(
    await database().statementSum.findMany({ where: { kind: "treasury.fill", lineCount: 1, incoming: 9 } }),
  ).toHaveLength(1);
});

test("a statement is the same before and after its lines are summed, by kind and by period too", async () => {
  const queries = [
    {},
    { group: "payments" },
    { group: "payouts" },
    { from: "2026-03-01T05:00:00Z", to: "2026-03-01T20:30:00Z" },
    { from: "2026-03-01T06:00:00Z", to: "2026-03-01T12:00:00Z", group: "payments" },
    { cursor: `${START + 9 * HOUR_MS}_999999999` },
  ];
  const readAll = () =>
    Promise.all(
      queries.map((query) => readStatement({ merchantId }, statementQuery.parse({ coin: "USDT", ...query }))),
    );
  await credits(40);
  const before = await readAll();
  expect(before.every(({ items }) => items.length > 0)).toBe(true);
  await sumAll();
  expect(await readAll()).toEqual(before);
});

test("lines of a kind that is sparse in many periods have their balances, summed or not", async () => {
  const sparse = (await newPayer()).merchantId;
  const wallet = merchantWallet(sparse, "USDT");
  const fill = async (from: number, to: number) => {
    await insertPastEntry({ kind: "payout.return", at: new Date(START + from * 6 * HOUR_MS) }, [
      { account: wallet, amount: "-1" },
      { account: hotCustody("bsc", "USDT"), amount: "1" },
    ]);
    await database().$executeRaw`
      WITH entries AS (
        INSERT INTO journal_entries (kind, reference, group_id, created_at)
        SELECT CASE WHEN n % 50 = 0 THEN 'payout.return' ELSE 'invoice.credit' END, gen_random_uuid(), 'test', ${new Date(START)}::timestamptz + n * interval '6 hours'
        FROM generate_series(${from + 1}::int, ${to}::int) n RETURNING id)
      INSERT INTO postings (entry_id, account_id, currency_code, amount)
      SELECT e.id, a.id, 'USDT', CASE a.kind WHEN 'merchant' THEN -1 ELSE 1 END FROM entries e JOIN accounts a ON a.currency_code = 'USDT'
        AND ((a.kind = 'merchant' AND a.owner_id = ${sparse}) OR (a.kind = 'hot' AND a.owner_id = 'bsc')) ORDER BY e.id`;
  };
  const balances = async () => {
    const query = statementQuery.parse({ coin: "USDT", group: "payouts" });
    return (await readStatement({ merchantId: sparse }, query)).items.map(({ balance }) => Number(balance));
  };
  await fill(0, 399);
  await sumAll();
  const summed = [351, 301, 251, 201, 151, 101, 51, 1];
  expect(await balances()).toEqual(summed);
  await fill(400, 499);
  const all = [451, 401, ...summed];
  expect(await balances()).toEqual(all);
  await sumAll();
  expect(await balances()).toEqual(all);
});

test("sums go on after a restore on a server whose transactions have smaller numbers", async () => {
  await credits(1);
  await database().$executeRaw`
    UPDATE statement_state SET seen_posting = (SELECT max(id) FROM postings), seen_transaction = ${2n ** 60n}`;
  await sumPostings();
  expect(await findWrongSums()).toEqual([]);
  const last = await database().posting.findFirstOrThrow({ orderBy: { id: "desc" } });
  expect(await summedTo()).toBe(last.id);
});

test.each([
  "UPDATE statement_sums SET incoming = incoming + 1 WHERE period = (SELECT max(period) FROM statement_sums)",
  "DELETE FROM statement_sums WHERE period = (SELECT min(period) FROM statement_sums)",
  "UPDATE statement_state SET summed_to = summed_to - 4",
  "UPDATE statement_state SET summed_to = 0",
  "DELETE FROM statement_state",
])("the audit finds sums that are not those of the postings: %s", async (forgery) => {
  await sumAll();
  expect(await withForgery(forgery, (client) => findViolations(client, rule()))).not.toEqual([]);
});
