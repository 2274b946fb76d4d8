import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, connectionPool, database, withLongReads } from "@/lib/kernel/db";
import { auditBooksRegularly, auditRecentBooks, BOOK_RULES } from "@/lib/ledger/audit-books";
import { findCheckpoint, takeCheckpoint } from "@/lib/ledger/audit-checkpoint-repo";
import { type AuditStart, findViolations } from "@/lib/ledger/audit-rule-repo";
import { withForgery } from "@/lib/ledger/testing/insert-difference";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  fundCapital,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let merchantId: string;
let start: AuditStart;
/** Its payment was credited before the checkpoint, and left its chain afterwards. */
let reversed: { readonly id: string };

async function paid(): Promise<{ readonly id: string; readonly deposit: string }> {
  const invoice = await newInvoice(merchantId);
  const deposit = await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  return { id: invoice.id, deposit };
}

/** As if the audit had begun an hour later, when every entry of now is committed. */
async function takeNow(): Promise<void> {
  await withLongReads((client) => takeCheckpoint(client, new Date(Date.now() + HOUR_MS)));
}

beforeAll(async () => {
  await openGateway();
  await fundCapital("USDT", "1000");
  merchantId = await newMerchant();
  const gone = await paid();
  reversed = gone;
  await paid();
  await takeNow();
  const { afterEntry } = (await findCheckpoint()) ?? expect.fail("there is a checkpoint");
  start = { afterEntry, since: new Date() };
  await vanish(gone.deposit, true);
  await settleInvoice(reversed.id);
  await paid();
});
afterAll(closeDatabase);

/** The first words of the rules that fail. */
async function brokenRecently(client: pg.ClientBase): Promise<string[]> {
  const broken: string[] = [];
  for (const rule of BOOK_RULES) if ((await findViolations(client, rule, start)).length > 0) broken.push(rule.title);
  return broken;
}

describe("what has changed since a checkpoint", () => {
  test("is clean after payments, and after the reversal of an older one", async () => {
    expect(
      await database().journalEntry.count({ where: { id: { gt: start.afterEntry }, kind: "invoice.credit-reverse" } }),
    ).toBe(1);
    expect(await auditRecentBooks(start)).toEqual([]);
  });

  test.each([
    [
      "Every journal entry sums to zero",
      "UPDATE postings SET amount = amount * 2 WHERE id = (SELECT max(id) FROM postings)",
    ],
    [
      "Every stored balance is the sum",
      "UPDATE account_balances SET balance = balance + 1 WHERE account_id IN (SELECT id FROM accounts WHERE kind = 'merchant')",
    ],
    [
      "Every confirmed deposit is booked once",
      "UPDATE deposits SET booked_inclusion = NULL WHERE seen_at = (SELECT max(seen_at) FROM deposits)",
    ],
    [
      "Every credit of a deposit was posted once",
      "DELETE FROM invoice_credits WHERE credited_at = (SELECT max(credited_at) FROM invoice_credits)",
    ],
    [
      "Every credit of a deposit was posted once",
      `UPDATE invoice_credits SET inclusion = 7, credited_at = now()
       WHERE credited_at = (SELECT min(credited_at) FROM invoice_credits WHERE reversed_at IS NULL)`,
    ],
    [
      "Every reversal undid its entry",
      "DELETE FROM postings WHERE entry_id = (SELECT min(id) FROM journal_entries WHERE kind = 'invoice.credit')",
    ],
  ])("shows a violation of: %s", async (title, statement) => {
    const broken = await withForgery(statement, brokenRecently);
    expect(
      broken.some((each) => each.startsWith(title)),
      broken.join("; "),
    ).toBe(true);
  });

  test("leaves out what is older", async () => {
    const old =
      "UPDATE invoice_credits SET amount = amount + 1 WHERE credited_at = (SELECT min(credited_at) FROM invoice_credits WHERE reversed_at IS NULL)";
    expect(await withForgery(old, brokenRecently)).toEqual([]);
  });
});

describe("the regular audit", () => {
  beforeEach(async () => {
    await database().auditCheckpoint.deleteMany();
    await database().auditedBalance.deleteMany();
  });

  test("keeps a checkpoint only when it took long, and replaces it after a day", async () => {
    expect(await auditBooksRegularly(undefined, DAY_MS)).toEqual([]);
    expect(await findCheckpoint()).toBeNull();
    expect(await auditBooksRegularly(undefined, 0)).toEqual([]);
    const first = (await findCheckpoint()) ?? expect.fail("there is a checkpoint");
    expect(await auditBooksRegularly(undefined, 0)).toEqual([]);
    expect(await findCheckpoint()).toEqual(first);
    await database().auditCheckpoint.updateMany({ data: { takenAt: new Date(Date.now() - DAY_MS) } });
    expect(await auditBooksRegularly(undefined, 0)).toEqual([]);
    expect((await findCheckpoint())?.takenAt.getTime()).toBeGreaterThan(first.takenAt.getTime() - 1);
  });

  test("after a difference checks everything until all is clean, and whatever a clock that ran ahead has kept", async () => {
    const old =
      "UPDATE invoice_credits SET amount = amount + %s WHERE credited_at = (SELECT min(credited_at) FROM invoice_credits WHERE reversed_at IS NULL)";
    const forge = async (change: string) => {
      const client = await connectionPool().connect();
      await client.query(`BEGIN; ALTER TABLE invoice_credits DISABLE TRIGGER USER; ${old.replace("%s", change)};
        ALTER TABLE invoice_credits ENABLE TRIGGER USER; COMMIT`);
      client.release();
    };
    await takeNow();
    await forge("1");
    expect(await auditBooksRegularly(undefined, DAY_MS)).toEqual([]);
    for (const takenAt of [new Date(Date.now() + DAY_MS), new Date(Date.now() - DAY_MS)]) {
      await database().auditCheckpoint.updateMany({ data: { takenAt } });
      expect((await auditBooksRegularly(undefined, DAY_MS)).length).toBeGreaterThan(0);
    }
    expect((await auditBooksRegularly(undefined, DAY_MS)).length).toBeGreaterThan(0);
    await forge("(-1)");
    expect(await auditBooksRegularly(undefined, DAY_MS)).toEqual([]);
  });

  test("ends with its signal while a statement runs", async () => {
    const stop = new AbortController();
    const reading = withLongReads((client) => {
      const rows = client.query("SELECT pg_sleep(600)");
      stop.abort(new Error("the worker stops"));
      return rows;
    }, stop.signal);
    await expect(reading).rejects.toThrow("the worker stops");
    await connectionPool().query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'chaintill long reads'",
    );
  });

  test("reads everything where a checkpoint says something else than the books, and reports only what is true", async () => {
    await takeNow();
    await database().auditedBalance.updateMany({ data: { balance: "5" } });
    const checkpoint = (await findCheckpoint()) ?? expect.fail("there is a checkpoint");
    expect((await auditRecentBooks(checkpoint)).length).toBeGreaterThan(0);
    expect(await auditBooksRegularly(undefined, DAY_MS)).toEqual([]);
  });
});
