import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { closeDatabase, connectionPool, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { hotCustody, operatorCapital } from "@/lib/ledger/account";
import { auditBooks, BOOK_RULES } from "@/lib/ledger/audit-books";
import { AUDIT_RULES } from "@/lib/ledger/audit-repo";
import { CREDIT_RULES } from "@/lib/ledger/credit-rules-repo";
import { REVERSAL_RULES } from "@/lib/ledger/deposit-rules-repo";
import { postEntry } from "@/lib/ledger/post-entry";
import { sumAll } from "@/lib/ledger/statements/testing/sum-all";
import { convertCoins, fillTreasury, newReferrer } from "@/lib/money-in/credits/testing/credit-rig";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  fundCapital,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  setPrice,
  spend,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { connectReferrer } from "@/lib/people/referrals/referrals";

/**
 * The rules proven here: incoming money. Those for outgoing money are proven beside them, each part
 * in a separate gateway.
 */
const HERE = [...AUDIT_RULES, ...CREDIT_RULES, ...REVERSAL_RULES];

/** A consistent gateway in which every kind of event has happened once. */
beforeAll(async () => {
  await openGateway();
  await fundCapital("USDT", "1000");
  const merchantId = await newMerchant();
  const [paid, open, reversed] = [
    await newInvoice(merchantId),
    await newInvoice(merchantId),
    await newInvoice(merchantId),
  ];
  await pay(paid, { amount: "100" });
  await pay(open, { amount: "30" });
  await pay(open, { amount: "5", currency: "USDC" });
  const gone = await pay(reversed, { amount: "100" });
  const wrong = await pay(paid, { amount: "7", network: "polygon" });
  for (const { id } of [paid, open, reversed]) await settleInvoice(id);
  await vanish(gone, true);
  await settleInvoice(reversed.id);
  const opened = await database().case.findUniqueOrThrow({ where: { depositId: wrong } });
  await creditCase({ caseId: opened.id, merchantId, actorId: null });
  await bringFurtherEntries();
  await sumAll();
});
afterAll(closeDatabase);

/**
 * Adds a converted payment of a referred merchant, a top-up that pays its wallet's creation fee,
 * and a debt.
 */
async function bringFurtherEntries(): Promise<void> {
  await fillTreasury("USDT", "500");
  await setPrice("TRX", "0.25");
  const [merchantId, { code }] = [await newMerchant(), await newReferrer()];
  await convertCoins(merchantId, "USDC");
  await withTransaction((tx) => connectReferrer(tx, merchantId, code));
  const converted = await newInvoice(merchantId, { currency: "USDC" });
  await pay(converted, { amount: "100", currency: "USDC" });
  await settleInvoice(converted.id);
  const wallet = await newWallet(merchantId);
  await topUp(wallet, { amount: "10" });
  await settleWallet(wallet.id);
  const debtor = await newMerchant();
  const spent = await newInvoice(debtor);
  const gone = await pay(spent, { amount: "100" });
  await settleInvoice(spent.id);
  await spend(debtor, "90");
  await vanish(gone, true);
  await settleInvoice(spent.id);
}

const GUARDED = ["journal_entries", "postings", "account_balances", "accounts", "deposits", "invoice_credits", "cases"];

/** Makes a change that no application code could make: disables the triggers for one statement. */
async function forge(statement: string): Promise<void> {
  const guards = (verb: string) => GUARDED.map((table) => `ALTER TABLE ${table} ${verb} TRIGGER USER`).join(";");
  const client = await connectionPool().connect();
  try {
    await client.query(`BEGIN; ${guards("DISABLE")}`);
    const { rowCount } = await client.query(statement);
    await client.query(`${guards("ENABLE")}; COMMIT`);
    expect(rowCount, statement).toBeGreaterThan(0);
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const FIRST_CREDIT =
  "(deposit_id, inclusion) = (SELECT deposit_id, inclusion FROM invoice_credits WHERE reversed_at IS NULL LIMIT 1)";
const CONFIRMED = "id = (SELECT deposit_id FROM invoice_credits WHERE reversed_at IS NULL LIMIT 1)";
const FEES = "account_id IN (SELECT id FROM accounts WHERE kind = 'fees-earned') AND balance <> 0";
const WALLET = "account_id IN (SELECT id FROM accounts WHERE kind = 'merchant')";

/** The rule, the planted violation, and how it is undone. */
const VIOLATIONS: readonly (readonly [string, string, string])[] = [
  [
    "sums to zero",
    "UPDATE postings SET amount = amount + 1 WHERE id = (SELECT min(id) FROM postings)",
    "UPDATE postings SET amount = amount - 1 WHERE id = (SELECT min(id) FROM postings)",
  ],
  [
    "at least two postings",
    "INSERT INTO journal_entries (kind, reference, group_id) VALUES ('test', 'alone', 'test')",
    "DELETE FROM journal_entries WHERE reference = 'alone'",
  ],
  [
    "stored balance",
    `UPDATE account_balances SET balance = balance + 0.000000000000000001 WHERE ${FEES}`,
    `UPDATE account_balances SET balance = balance - 0.000000000000000001 WHERE ${FEES}`,
  ],
  [
    "stored balance",
    `INSERT INTO account_balances (account_id, shard, balance) SELECT id, 63, 1 FROM accounts WHERE kind = 'fees-earned' LIMIT 1`,
    "DELETE FROM account_balances WHERE shard = 63",
  ],
  [
    "negative balance",
    `UPDATE account_balances SET balance = balance - 1000000 WHERE ${WALLET}`,
    `UPDATE account_balances SET balance = balance + 1000000 WHERE ${WALLET}`,
  ],
  [
    "confirmed deposit is booked once",
    `UPDATE deposits SET amount = amount + 1 WHERE ${CONFIRMED}`,
    `UPDATE deposits SET amount = amount - 1 WHERE ${CONFIRMED}`,
  ],
  [
    "confirmed deposit is booked once",
    `UPDATE deposits SET booked_inclusion = NULL WHERE ${CONFIRMED}`,
    `UPDATE deposits SET booked_inclusion = 1 WHERE ${CONFIRMED}`,
  ],
  [
    "confirmed deposit is booked once",
    "UPDATE deposits SET booked_inclusion = 1 WHERE status = 'vanished'",
    "UPDATE deposits SET booked_inclusion = NULL WHERE status = 'vanished'",
  ],
  [
    "credit of a deposit",
    `UPDATE invoice_credits SET commission = commission + 0.1 WHERE ${FIRST_CREDIT}`,
    `UPDATE invoice_credits SET commission = commission - 0.1 WHERE ${FIRST_CREDIT}`,
  ],
  [
    "credit of a deposit",
    `UPDATE invoice_credits SET amount = amount + 1 WHERE ${FIRST_CREDIT}`,
    `UPDATE invoice_credits SET amount = amount - 1 WHERE ${FIRST_CREDIT}`,
  ],
  [
    "credit of a deposit",
    "UPDATE invoice_credits SET inclusion = inclusion + 5 WHERE reversed_at IS NULL",
    "UPDATE invoice_credits SET inclusion = inclusion - 5 WHERE reversed_at IS NULL",
  ],
  [
    "credit of a deposit",
    "UPDATE invoice_credits SET reversed_at = 'epoch' WHERE reversed_at IS NULL",
    "UPDATE invoice_credits SET reversed_at = NULL WHERE reversed_at = 'epoch'",
  ],
  [
    "credited case",
    "UPDATE cases SET status = 'credited', resolution = 'forged' WHERE status = 'open'",
    "UPDATE cases SET status = 'open', resolution = NULL WHERE resolution = 'forged'",
  ],
  [
    "Held funds",
    "UPDATE cases SET status = 'refunded' WHERE status = 'open'",
    "UPDATE cases SET status = 'open' WHERE status = 'refunded'",
  ],
  ["creation fee", "UPDATE wallet_fees SET amount = amount + 1", "UPDATE wallet_fees SET amount = amount - 1"],
  [
    "creation fee",
    "UPDATE static_wallets SET creation_fee_paid = creation_fee_paid - 1",
    "UPDATE static_wallets SET creation_fee_paid = creation_fee_paid + 1",
  ],
  ["conversion", "UPDATE conversions SET fee = fee + 1", "UPDATE conversions SET fee = fee - 1"],
  [
    "conversion",
    "UPDATE conversions SET to_amount = to_amount + 1",
    "UPDATE conversions SET to_amount = to_amount - 1",
  ],
  [
    "conversion",
    "UPDATE conversions SET from_amount = from_amount + 1",
    "UPDATE conversions SET from_amount = from_amount - 1",
  ],
  ["conversion", "UPDATE conversions SET reversed_at = now()", "UPDATE conversions SET reversed_at = NULL"],
  [
    "conversion",
    "UPDATE conversions SET reference = 'x' || reference",
    "UPDATE conversions SET reference = substr(reference, 2)",
  ],
  [
    "referrer's share",
    "UPDATE referral_credits SET amount = amount + 0.01",
    "UPDATE referral_credits SET amount = amount - 0.01",
  ],
  [
    "referrer's share",
    "UPDATE referral_credits SET reversed_at = now()",
    "UPDATE referral_credits SET reversed_at = NULL",
  ],
  [
    "referrer's share",
    "UPDATE referral_credits SET reference = regexp_replace(reference, ':1$', ':2')",
    "UPDATE referral_credits SET reference = regexp_replace(reference, ':2$', ':1')",
  ],
  [
    "waiting to be credited",
    "UPDATE invoices SET status = 'paid' WHERE id = (SELECT owner_id FROM deposits WHERE amount = 30)",
    "UPDATE invoices SET status = 'check' WHERE id = (SELECT owner_id FROM deposits WHERE amount = 30)",
  ],
  [
    "the owners in its row",
    "UPDATE accounts SET owner_id = 'x' || owner_id WHERE kind = 'merchant'",
    "UPDATE accounts SET owner_id = substr(owner_id, 2) WHERE kind = 'merchant'",
  ],
  [
    "the owners in its row",
    "UPDATE conversions SET merchant_id = gen_random_uuid()",
    "UPDATE conversions c SET merchant_id = i.merchant_id FROM invoices i WHERE i.id = c.invoice_id",
  ],
  [
    "the owners in its row",
    "UPDATE referral_credits SET referrer_id = gen_random_uuid()",
    "UPDATE referral_credits r SET referrer_id = m.referrer_id FROM merchants m WHERE m.id = r.merchant_id",
  ],
  [
    "the owners in its row",
    "UPDATE invoice_credits SET invoice_id = (SELECT id FROM invoices WHERE merchant_id <> (SELECT merchant_id FROM invoices WHERE amount = 100 ORDER BY created_at LIMIT 1) LIMIT 1) WHERE invoice_id = (SELECT id FROM invoices WHERE amount = 100 ORDER BY created_at LIMIT 1)",
    "UPDATE invoice_credits c SET invoice_id = d.owner_id FROM deposits d WHERE d.id = c.deposit_id AND d.owner_kind = 'invoice'",
  ],
  [
    "Every reversal undid",
    "UPDATE postings SET amount = amount * 2 WHERE entry_id = (SELECT min(id) FROM journal_entries WHERE kind = 'invoice.credit-reverse')",
    "UPDATE postings SET amount = amount / 2 WHERE entry_id = (SELECT min(id) FROM journal_entries WHERE kind = 'invoice.credit-reverse')",
  ],
  [
    "repaid more",
    "UPDATE account_balances SET balance = balance + 1000 WHERE account_id IN (SELECT id FROM accounts WHERE kind = 'receivable')",
    "UPDATE account_balances SET balance = balance - 1000 WHERE account_id IN (SELECT id FROM accounts WHERE kind = 'receivable')",
  ],
  [
    "sums of its statement",
    "UPDATE statement_sums SET incoming = incoming + 1",
    "UPDATE statement_sums SET incoming = incoming - 1",
  ],
  [
    "Pending funds",
    "UPDATE deposits SET owner_kind = 'lost' WHERE amount = 30",
    "UPDATE deposits SET owner_kind = 'invoice' WHERE amount = 30",
  ],
];

describe("the ledger audit", () => {
  test("finds nothing in a consistent gateway, and reports what it checked", async () => {
    const { differences, passed } = await auditBooks();
    expect(differences).toEqual([]);
    expect(passed.length).toBe(BOOK_RULES.length);
    const lookedAt = HERE.map(({ title }) => passed.find((line) => line.startsWith(title)));
    expect(lookedAt.every((line) => line !== undefined && /\((?!0 checked)\d+ checked\)$/.test(line))).toBe(true);
  });

  test.each(VIOLATIONS)("detects a violation of %j: %s", async (rule, violate, undo) => {
    await forge(violate);
    const { differences } = await auditBooks();
    await forge(undo);
    expect(differences.some((line) => line.includes(rule))).toBe(true);
    expect((await auditBooks()).differences).toEqual([]);
  });

  test("detects that more is owed than custody holds", async () => {
    const move = (amount: string, back: boolean) => {
      const [capital, custody] = [operatorCapital("USDT"), hotCustody("bsc", "USDT")];
      const [debit, credit] = back ? [custody, capital] : [capital, custody];
      const legs = [{ debit, credit, amount: decimal(amount) }];
      return withTransaction((tx) =>
        postEntry(tx, { kind: "treasury.fill", reference: randomUUID(), groupId: "test", legs }),
      );
    };
    await move("2000", false);
    const { differences } = await auditBooks();
    await move("2000", true);
    expect(differences).toEqual([expect.stringMatching(/^Custody covers the liabilities.*USDT: equity is -/)]);
  });

  test("has a planted violation for every rule about incoming money", () => {
    const violated = [...VIOLATIONS.map(([rule]) => rule), "Custody covers"];
    expect(HERE.filter(({ title }) => !violated.some((rule) => title.includes(rule)))).toEqual([]);
  });

  test("shows at most twenty violations of one rule and counts the rest", async () => {
    await forge(
      "INSERT INTO journal_entries (kind, reference, group_id) SELECT 'test', 'many' || n, 'test' FROM generate_series(1, 50) n",
    );
    const { differences } = await auditBooks();
    await forge("DELETE FROM journal_entries WHERE reference LIKE 'many%'");
    expect(differences.length).toBe(21);
    expect(differences.at(-1)).toMatch(/and 30 more$/);
  });
});
