import { afterAll, expect, test } from "vitest";
import { checkSums, sumsCheck } from "@/lib/fronts/doctor/sums-check";
import { closeDatabase, connectionPool } from "@/lib/kernel/db";
import { hotCustody, merchantWallet } from "@/lib/ledger/account";
import { sumPostings } from "@/lib/ledger/statements/sum-postings";
import { insertPastEntry } from "@/lib/ledger/statements/testing/past-entry";
import { sumAll } from "@/lib/ledger/statements/testing/sum-all";

afterAll(closeDatabase);

const NOW = new Date();
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
const runAt = (now: Date) => sumsCheck.run({ now, request: null, signal: new AbortController().signal });

test("the transaction that keeps postings out of the sums is named, and nothing once it has ended", async () => {
  const entry = () =>
    insertPastEntry({ kind: "payout.return", at: NOW }, [
      { account: merchantWallet("somebody", "USDT"), amount: "-1" },
      { account: hotCustody("bsc", "USDT"), amount: "1" },
    ]);
  await entry();
  await sumAll();
  const slow = await connectionPool().connect();
  try {
    const begun = await slow
      .query<{ pid: number }>("BEGIN; SELECT pg_current_xact_id()")
      .then(() => slow.query("SELECT pg_backend_pid() AS pid"));
    await entry();
    await sumPostings();
    expect(await runAt(new Date())).toMatchObject([{ state: "ok" }]);
    const [found] = await runAt(new Date(Date.now() + 2 * HOUR_MS));
    expect(found).toMatchObject({ state: "warning", measured: "2 h" });
    // Transactions of other tests' databases may be older.
    expect(found?.summary).toMatch(/process \d+ of database/);
    expect(begun.rows).toHaveLength(1);
  } finally {
    await slow.query("ROLLBACK");
    slow.release();
  }
  await sumAll();
  expect(await runAt(new Date(Date.now() + 2 * HOUR_MS))).toMatchObject([{ state: "ok" }]);
});

test.each([
  ["a session", { pid: 4711, gid: null, database: "other", since: ago(3) }, "pg_terminate_backend(4711)"],
  ["a prepared transaction", { pid: null, gid: "it's", database: "other", since: ago(3) }, "ROLLBACK PREPARED 'it''s'"],
  ["what our user cannot see", null, "pg_stat_activity"],
])("%s that does not end is reported with how to end it", (_name, holder, remedy) => {
  const found = checkSums({ waitsSince: ago(2), holder }, NOW);
  expect(found).toMatchObject({ state: "warning", measured: holder === null ? "2 h" : "3 h" });
  expect(found.remedy).toContain(remedy);
  expect(checkSums({ waitsSince: ago(0.5), holder: null }, NOW).state).toBe("ok");
});
