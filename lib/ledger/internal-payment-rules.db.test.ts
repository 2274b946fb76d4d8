import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, connectionPool } from "@/lib/kernel/db";
import { operatorCapital, userWallet } from "@/lib/ledger/account";
import { INTERNAL_PAYMENT_RULES } from "@/lib/ledger/deposit-rules-repo";
import { findAllViolations } from "@/lib/ledger/testing/find-all-violations";
import { moveValue, newUser } from "@/lib/money-in/credits/testing/credit-rig";
import { payFromPersonalWallet } from "@/lib/money-in/invoices/pay-from-personal-wallet";
import { fundCapital, newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

beforeAll(async () => {
  await openGateway(5);
  await fundCapital("USDT", "1000");
  const [merchantId, userId] = [await newMerchant({ commission: "0.01" }), await newUser()];
  await moveValue(operatorCapital("USDT"), userWallet(userId, "USDT"), "150");
  await payFromPersonalWallet({ invoiceId: (await newInvoice(merchantId)).id, userId });
});
afterAll(closeDatabase);

const TABLES = [
  "internal_payments",
  "journal_entries",
  "postings",
  "account_balances",
  "accounts",
  "invoices",
  "quotes",
];
const ENTRY = "(SELECT id FROM journal_entries WHERE kind = 'invoice.credit-internal')";

/** Applies a change that no application code could make, only while `look` runs. */
async function withForged<Result>(statement: string, look: () => Promise<Result>): Promise<Result> {
  const client = await connectionPool().connect();
  const guards = (verb: string) => TABLES.map((table) => `ALTER TABLE ${table} ${verb} TRIGGER USER`).join(";");
  try {
    await client.query(guards("DISABLE"));
    const { rowCount } = await client.query(statement);
    expect(rowCount, statement).toBeGreaterThan(0);
    return await look();
  } finally {
    await client.query(guards("ENABLE"));
    client.release();
  }
}

const violations = () => findAllViolations(INTERNAL_PAYMENT_RULES);

/** The planted violation, and how it is undone. */
const VIOLATIONS: readonly (readonly [name: string, violate: string, undo: string])[] = [
  [
    "an amount that differs from the entry's",
    "UPDATE internal_payments SET amount = amount + 1",
    "UPDATE internal_payments SET amount = amount - 1",
  ],
  [
    "a commission that differs from the entry's",
    "UPDATE internal_payments SET commission = commission + 0.5",
    "UPDATE internal_payments SET commission = commission - 0.5",
  ],
  [
    "an entry without its row",
    "UPDATE journal_entries SET reference = 'lost:1' WHERE kind = 'invoice.credit-internal'",
    "UPDATE journal_entries SET reference = (SELECT id FROM internal_payments) || ':1' WHERE kind = 'invoice.credit-internal'",
  ],
  [
    "a payer other than the row's",
    `UPDATE accounts SET owner_id = 'x' || owner_id WHERE kind = 'user' AND id IN (SELECT account_id FROM postings WHERE entry_id = ${ENTRY})`,
    "UPDATE accounts SET owner_id = substr(owner_id, 2) WHERE kind = 'user' AND owner_id LIKE 'x%'",
  ],
  [
    "a merchant other than the invoice's",
    `UPDATE accounts SET owner_id = 'x' || owner_id WHERE kind = 'merchant' AND id IN (SELECT account_id FROM postings WHERE entry_id = ${ENTRY})`,
    "UPDATE accounts SET owner_id = substr(owner_id, 2) WHERE kind = 'merchant' AND owner_id LIKE 'x%'",
  ],
  [
    "an invoice whose paid amount lacks the payment",
    "UPDATE invoices SET paid_amount = paid_amount - 1",
    "UPDATE invoices SET paid_amount = paid_amount + 1",
  ],
  [
    "a paid invoice with the status of an unpaid one",
    "UPDATE invoices SET status = 'cancel'",
    "UPDATE invoices SET status = 'paid'",
  ],
];

describe("the audit of payments from personal wallets", () => {
  test("finds nothing in a consistent gateway", async () => {
    expect(await violations()).toEqual([]);
  });

  test.each(VIOLATIONS)("detects %s", async (_name, violate, undo) => {
    expect(await withForged(violate, violations)).not.toEqual([]);
    expect(await withForged(undo, violations)).toEqual([]);
  });
});
