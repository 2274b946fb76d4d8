import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { closeDatabase, database, sqlState, withTransaction } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import {
  type AccountName,
  depositsCustody,
  feesEarned,
  heldFunds,
  merchantWallet,
  treasury,
} from "@/lib/ledger/account";
import { AUDIT_RULES } from "@/lib/ledger/audit-repo";
import { findBalance } from "@/lib/ledger/holdings";
import { type Entry, type Leg, postEntry } from "@/lib/ledger/post-entry";
import { findAllViolations } from "@/lib/ledger/testing/find-all-violations";

afterAll(closeDatabase);

/**
 * Rules about entries, balances and signs; the others concern deposits and cases, which do not
 * occur here.
 */
const LEDGER_RULES = AUDIT_RULES.slice(0, 3);
const violations = () => findAllViolations(LEDGER_RULES);

/** Accounts of every class, distinct from those of any other run. */
function newAccounts(): readonly AccountName[] {
  const owner = randomUUID();
  return [
    depositsCustody(owner, "USDT"),
    merchantWallet(owner, "USDT"),
    heldFunds(owner, "USDT"),
    { ...treasury("USDT"), ownerId: owner },
    { ...feesEarned("USDT"), ownerId: owner },
  ];
}

const entryOf = (legs: readonly Leg[], reference: string = randomUUID()): Entry => ({
  kind: "treasury.fill",
  reference,
  groupId: "test",
  legs,
});
const post = (entry: Entry) => withTransaction((tx) => postEntry(tx, entry));
const refusal = async (work: Promise<unknown>) => work.then(() => "accepted", sqlState);

const amounts = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }))
  .map(([whole, fraction]) => decimal(`${whole}.${fraction.toString().padStart(18, "0")}`));
const legPlans = fc
  .record({ debit: fc.nat(4), credit: fc.nat(4), amount: amounts })
  .filter((leg) => leg.debit !== leg.credit);

/** The effect of an entry on each account, in the account's own direction. */
function effect(legs: readonly Leg[], name: AccountName): Decimal {
  return legs.reduce((sum, leg) => {
    const debited = leg.debit === name ? leg.amount : ZERO;
    const credited = leg.credit === name ? leg.amount : ZERO;
    return name.class === "custody" ? sum.plus(debited).minus(credited) : sum.plus(credited).minus(debited);
  }, ZERO);
}

describe("posting", () => {
  test("random entries sum to zero, move balances by exactly their legs, and never overdraw a liability or the treasury", async () => {
    const plans = fc.array(fc.array(legPlans, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });
    let refusedCount = 0;
    await fc.assert(
      fc.asyncProperty(plans, async (entries) => {
        const accounts = newAccounts();
        const account = (index: number) => accounts[index] ?? expect.fail("an account is missing");
        let expected = accounts.map(() => ZERO);
        for (const plan of entries) {
          const legs = plan.map((leg) => ({
            debit: account(leg.debit),
            credit: account(leg.credit),
            amount: leg.amount,
          }));
          const after = accounts.map((name, index) => (expected[index] ?? ZERO).plus(effect(legs, name)));
          if (accounts.every((name) => effect(legs, name).isZero())) continue;
          const overdraws = accounts.some(
            (name, index) =>
              ["liability", "treasury"].includes(name.class) &&
              after[index]?.isNegative() === true &&
              !after[index]?.isZero(),
          );
          const result = await refusal(post(entryOf(legs)));
          expect(result).toBe(overdraws ? "CT001" : "accepted");
          if (overdraws) refusedCount += 1;
          else expected = after;
        }
        const kept = await Promise.all(accounts.map((name) => findBalance(name)));
        expect(kept.map((balance) => balance.toFixed())).toEqual(expected.map((balance) => balance.toFixed()));
      }),
      { numRuns: 40 },
    );
    expect(refusedCount).toBeGreaterThan(0);
    expect(await violations()).toEqual([]);
  });

  test("the same kind and reference posted again, even concurrently, changes nothing", async () => {
    const [custody, wallet] = newAccounts();
    if (!custody || !wallet) expect.fail();
    const entry = entryOf([{ debit: custody, credit: wallet, amount: decimal("7.000000000000000001") }]);
    const written = await Promise.all(Array.from({ length: 12 }, () => post(entry)));
    expect(written.filter(Boolean)).toEqual([true]);
    expect(await post({ ...entry, legs: [{ debit: custody, credit: wallet, amount: decimal("99") }] })).toBe(false);
    expect((await findBalance(wallet)).toFixed()).toBe("7.000000000000000001");
  });

  const manyAccounts = async () => {
    const accounts = [...newAccounts(), ...newAccounts(), ...newAccounts()].filter(
      ({ class: of }) => of !== "treasury",
    );
    const [first] = accounts;
    if (!first) return expect.fail();
    for (const name of accounts.slice(1))
      await post(entryOf([{ debit: first, credit: name, amount: decimal("1000") }]));
    return (at: number) => accounts[at % accounts.length] ?? first;
  };
  const tiny = decimal("0.000001");

  test("parallel entries over the same accounts, given in any order, never deadlock", async () => {
    const pick = await manyAccounts();
    const entries = Array.from({ length: 60 }, (_, at) =>
      entryOf(
        [0, 1, 2].map((leg) => ({ debit: pick(at * 7 + leg * 5), credit: pick(at * 7 + leg * 5 + 1), amount: tiny })),
      ),
    );
    let runs = 0;
    const postCounted = (entry: Entry) =>
      withTransaction((tx) => {
        runs += 1;
        return postEntry(tx, entry);
      });
    const results = await Promise.allSettled(entries.map(postCounted));
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    // A deadlock would have caused a retry.
    expect(runs).toBe(entries.length);
  });

  test("commands with several entries that do deadlock are retried: no caller sees the deadlock", async () => {
    const pick = await manyAccounts();
    // Wallets and held funds of two owners: accounts with a single row each, whatever the
    // reference.
    const entries = [1, 5].map((at) => [{ debit: pick(at), credit: pick(at + 1), amount: tiny }]);
    const begun: (() => void)[] = [];
    const conflicts: (string | null)[] = [];
    const command = ([own, others]: readonly (readonly Leg[])[]) =>
      withTransaction(async (tx) => {
        await postEntry(tx, entryOf(own ?? []));
        // Each holds what the other one needs next. A retried one waits for nobody: both have
        // begun.
        await new Promise<void>((resolve) => {
          begun.push(resolve);
          if (begun.length >= 2) for (const goOn of begun) goOn();
        });
        await postEntry(tx, entryOf(others ?? [])).catch((error: unknown) => {
          conflicts.push(sqlState(error));
          throw error;
        });
      });
    const results = await Promise.allSettled([command(entries), command(entries.toReversed())]);
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(conflicts).toEqual(["40P01"]);
    expect(begun).toHaveLength(3);
    expect(await violations()).toEqual([]);
  });

  test("two commands that open the same accounts in opposite order both succeed", async () => {
    for (let round = 0; round < 10; round += 1) {
      const [custody, wallet, held] = newAccounts();
      if (!custody || !wallet || !held) expect.fail();
      const legs = [
        { debit: custody, credit: wallet, amount: decimal("2") },
        { debit: custody, credit: held, amount: decimal("3") },
      ];
      await Promise.all([post(entryOf(legs)), post(entryOf(legs.toReversed())), post(entryOf(legs))]);
      expect((await findBalance(custody)).toFixed()).toBe("15");
    }
  });

  test("a zero amount, two currencies in one leg and a leg onto itself throw", async () => {
    const [custody, wallet] = newAccounts();
    if (!custody || !wallet) expect.fail();
    const leg = { debit: custody, credit: wallet, amount: decimal("1") };
    for (const wrong of [
      [],
      [{ ...leg, amount: ZERO }],
      [{ ...leg, amount: decimal("-1") }],
      [{ ...leg, credit: { ...wallet, currency: "ETH" } }],
      [{ ...leg, credit: custody }],
    ]) {
      await expect(post(entryOf(wrong))).rejects.toThrow(/Invariant/);
    }
  });
});

describe("the database", () => {
  const someRows = async () => {
    const [custody, wallet] = newAccounts();
    if (!custody || !wallet) return expect.fail();
    await post(entryOf([{ debit: custody, credit: wallet, amount: decimal("5") }]));
    return { custody, wallet };
  };

  test.each([
    "UPDATE journal_entries SET memo = 'x'",
    "DELETE FROM journal_entries",
    "TRUNCATE journal_entries CASCADE",
    "UPDATE postings SET amount = amount * 2",
    "DELETE FROM postings",
    "TRUNCATE postings",
    "UPDATE accounts SET owner_id = 'me'",
    "DELETE FROM accounts",
    "UPDATE account_balances SET balance = balance + 1",
    "DELETE FROM account_balances",
    "TRUNCATE account_balances",
    "INSERT INTO account_balances (account_id, shard, balance) SELECT id, 40, 1 FROM accounts LIMIT 1",
  ])("rejects %s", async (statement) => {
    await someRows();
    expect(await refusal(database().$executeRawUnsafe(statement))).toBe("CT002");
  });

  test("rejects an entry that does not sum to zero, has one posting, or none, or whose postings come one by one", async () => {
    const { custody, wallet } = await someRows();
    const accounts = await database().account.findMany({ where: { ownerId: custody.ownerId }, orderBy: { id: "asc" } });
    const idOf = (name: AccountName) => accounts.find((row) => row.kind === name.kind)?.id ?? expect.fail();
    const attempt = (...statements: readonly (readonly [AccountName, string][])[]) =>
      refusal(
        database().$transaction(async (tx) => {
          const { id } = await tx.journalEntry.create({
            data: { kind: "test", reference: randomUUID(), groupId: "test" },
          });
          for (const lines of statements) {
            await tx.posting.createMany({
              data: lines.map(([name, amount]) => ({
                entryId: id,
                accountId: idOf(name),
                currencyCode: "USDT",
                amount,
              })),
            });
          }
        }),
      );
    expect(await attempt()).toBe("CT004");
    expect(await attempt([[custody, "1"]])).toBe("CT004");
    const debit = [custody, "1"] as [AccountName, string];
    const credit = [wallet, "-1"] as [AccountName, string];
    expect(await attempt([debit, [wallet, "-1.000000000000000001"]])).toBe("CT004");
    expect(await attempt([debit], [credit])).toBe("CT004");
    expect(await attempt([debit, credit])).toBe("accepted");
  });

  test("rejects a posting in another currency than its account's, and on a shard that the account does not have", async () => {
    const { wallet } = await someRows();
    const row = await database().account.findFirstOrThrow({ where: { ownerId: wallet.ownerId, kind: "merchant" } });
    const insert = (currencyCode: string, shard: number) =>
      refusal(
        database().$transaction(async (tx) => {
          const { id } = await tx.journalEntry.create({
            data: { kind: "test", reference: randomUUID(), groupId: "test" },
          });
          const line = { entryId: id, accountId: row.id, currencyCode, shard };
          const data = ["-1", "1"].map((amount) => ({ ...line, amount }));
          await tx.posting.createMany({ data });
        }),
      );
    expect(await insert("ETH", 0)).toBe("CT003");
    expect(await insert("USDT", 1)).toBe("CT003");
  });

  test("refuses to shard an account that must not become negative", async () => {
    const data = {
      class: "liability" as const,
      kind: "test",
      ownerId: randomUUID(),
      currencyCode: "USDT",
      shardCount: 2,
    };
    expect(await refusal(database().account.create({ data }))).not.toBe("accepted");
  });
});
