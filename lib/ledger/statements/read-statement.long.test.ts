import { afterAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { merchantWallet } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { readStatement } from "@/lib/ledger/statements/read-statement";
import { statementQuery } from "@/lib/ledger/statements/schema";
import { sumAll } from "@/lib/ledger/statements/testing/sum-all";
import { newPayer } from "@/lib/money-out/payouts/testing/payout-rig";

const ENTRIES = 100_000;
/** Frequent changes of one balance within one transaction slow it down. */
const PIECE = 1_000;
/**
 * The server's time for any page relative to one pass through the account's postings, each the
 * fastest of several tries: concurrent load makes none faster.
 */
const TIMES_ONE_PASS_MAX = 16;
/** When its postings are in the sums of statements. */
const TIMES_ONE_PASS_SUMMED_MAX = 1;
const TRIES = 9;
const LIMIT_MS = 300_000;

afterAll(closeDatabase);

/** Inserts payments of 1.25 and, every seventh, a payout of 0.5, five minutes apart. */
async function fill(merchantId: string): Promise<void> {
  for (let from = 0; from < ENTRIES; from += PIECE) {
    await database().$executeRaw`
      WITH entries AS (
        INSERT INTO journal_entries (kind, reference, group_id, created_at)
        SELECT CASE WHEN n % 7 = 0 THEN 'payout.return' ELSE 'invoice.credit' END, gen_random_uuid() || ':1', 'test',
          timestamptz '2026-01-01T00:00:00Z' + n * interval '5 minutes'
        FROM generate_series(${from + 1}::int, ${from + PIECE}::int) AS n RETURNING id, kind)
      INSERT INTO postings (entry_id, account_id, currency_code, amount)
      SELECT e.id, a.id, 'USDT', CASE WHEN e.kind = 'payout.return' THEN 0.5 ELSE 1.25 END * CASE WHEN a.kind = 'merchant' THEN -1 ELSE 1 END
      FROM entries e JOIN accounts a ON a.currency_code = 'USDT'
        AND ((a.kind = 'merchant' AND a.owner_id = ${merchantId}) OR (a.kind = 'hot' AND a.owner_id = 'bsc'))
      ORDER BY e.id`;
  }
  await database().$executeRawUnsafe("ANALYZE postings, journal_entries, accounts");
}

async function quickestMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < TRIES; turn += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

/** The minimum work of any statement: its count and its sum. */
function onePass(merchantId: string): Promise<unknown> {
  return database().$queryRaw`
    SELECT count(*), sum(p.amount) FROM postings p JOIN accounts a ON a.id = p.account_id
    WHERE a.kind = 'merchant' AND a.owner_id = ${merchantId} AND a.currency_code = 'USDT'`;
}

test(
  `a statement of ${ENTRIES} entries is exact, and any page of it takes at most ${TIMES_ONE_PASS_MAX} times as long as one pass, less than one when it is summed`,
  async () => {
    const { merchantId } = await newPayer({ USDT: "1" });
    await fill(merchantId);
    const ask = (query: Readonly<Record<string, string>>) =>
      readStatement({ merchantId }, statementQuery.parse({ coin: "USDT", ...query }));
    const first = await ask({});
    expect(first.closing).toBe((await findBalance(merchantWallet(merchantId, "USDT"))).toFixed());
    expect(first.count).toBe(ENTRIES + 1);
    const passMs = await quickestMs(() => onePass(merchantId));
    const middle = { from: "2026-06-01T00:00:00Z", to: "2026-07-01T00:00:00Z", group: "payouts" };
    const expectQuick = async (timesOnePassMax: number) => {
      for (const query of [
        {},
        { cursor: first.nextCursor ?? "" },
        middle,
        { cursor: `${Date.parse("2026-01-02T00:00:00Z")}_1` },
      ]) {
        const pageMs = await quickestMs(async () => expect((await ask(query)).items.length).toBeGreaterThan(0));
        const ratio = pageMs / passMs;
        process.stdout.write(`${JSON.stringify(query)}: ${ratio.toFixed(1)} times one pass\n`);
        expect(ratio, JSON.stringify(query)).toBeLessThan(timesOnePassMax);
      }
    };
    await expectQuick(TIMES_ONE_PASS_MAX);
    await sumAll();
    await database().$executeRawUnsafe("ANALYZE statement_sums");
    expect(await ask({})).toEqual(first);
    await expectQuick(TIMES_ONE_PASS_SUMMED_MAX);
  },
  LIMIT_MS,
);
