import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refundBlockedWallet } from "@/lib/exceptions/refunds/refund-blocked-wallet";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { refundPayment } from "@/lib/exceptions/refunds/refund-payment";
import { refundInput } from "@/lib/exceptions/refunds/schema";
import { breakRefund, confirmRefund, newPaidInvoice } from "@/lib/exceptions/refunds/testing/refund-rig";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { auditBooks } from "@/lib/ledger/audit-books";
import { REFUND_RULES } from "@/lib/ledger/outflow-rules-repo";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { EVM_ADDRESS, fillTreasury, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

/** A refund in each state: paid, failed and in progress. */
beforeAll(async () => {
  await openGateway();
  await fundHot("bsc", "USDT", "1000");
  const payer = await newPayer({ USDT: "500" });
  const merchant = await getMerchant(payer.merchantId);
  const refund = (uuid: string, amount: string) =>
    refundPayment(merchant, refundInput.parse({ uuid, address: EVM_ADDRESS, is_subtract: false, amount }));
  const [first, second] = [await newPaidInvoice(payer), await newPaidInvoice(payer)];
  await confirmRefund((await refund(first.id, "40")).id);
  await breakRefund((await refund(first.id, "30")).id);
  await refund(second.id, "20");
  const extra = await pay(second, { amount: "15" });
  await settleInvoice(second.id);
  const { id: caseId } = await database().case.findUniqueOrThrow({ where: { depositId: extra } });
  const { merchantId } = payer;
  await confirmRefund((await refundCase({ caseId, merchantId, address: EVM_ADDRESS, actorId: null })).id);
  const wallet = await newWallet(merchantId);
  const ids = { uuid: wallet.id, order_id: null };
  await blockWallet(merchantId, { ...ids, is_force_refund: false });
  await topUp(wallet, { amount: "12" });
  await refundBlockedWallet(merchant, { ...ids, address: EVM_ADDRESS });
  await bringConverted(payer);
}, 240_000);
afterAll(closeDatabase);

async function bringConverted({ merchantId }: { readonly merchantId: string }): Promise<void> {
  await fillTreasury("ETH", "1");
  const invoice = await newInvoice(merchantId, { amount: "0.1", currency: "ETH", network: "eth" });
  await pay(invoice, { amount: "0.1", currency: "ETH", network: "eth" });
  await database().autoConvert.create({ data: { merchantId, currencyCode: "ETH" } });
  await fillTreasury("USDT", "400");
  await settleInvoice(invoice.id);
  const input = refundInput.parse({ uuid: invoice.id, address: EVM_ADDRESS, is_subtract: false, amount: "0.05" });
  await refundPayment(await getMerchant(merchantId), input);
}

const GUARDED = [
  "refunds",
  "conversions",
  "sends",
  "invoices",
  "cases",
  "wallet_holds",
  "postings",
  "account_balances",
];

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

/** The rule, the planted violation, and how it is undone. */
const VIOLATIONS: readonly (readonly [string, string, string])[] = [
  [
    "reserved once",
    "UPDATE refunds SET sent_amount = sent_amount + 1 WHERE status = 'paid' AND kind = 'payment'",
    "UPDATE refunds SET sent_amount = sent_amount - 1 WHERE status = 'paid' AND kind = 'payment'",
  ],
  [
    "reserved once",
    "UPDATE refunds SET debited_amount = debited_amount + 1 WHERE kind = 'wallet'",
    "UPDATE refunds SET debited_amount = debited_amount - 1 WHERE kind = 'wallet'",
  ],
  [
    "reserved once",
    "UPDATE refunds SET failure = 'forged', status = 'paid' WHERE status = 'fail'",
    "UPDATE refunds SET failure = 'The chain would refuse it', status = 'fail' WHERE failure = 'forged'",
  ],
  [
    "reserved once",
    "UPDATE refunds SET merchant_id = NULL WHERE kind = 'case'",
    "UPDATE refunds SET merchant_id = (SELECT merchant_id FROM refunds WHERE kind = 'wallet') WHERE kind = 'case'",
  ],
  [
    "converted once",
    "UPDATE conversions SET reversed_at = now() WHERE cause = 'refund'",
    "UPDATE conversions SET reversed_at = NULL WHERE cause = 'refund'",
  ],
  [
    "converted once",
    "UPDATE conversions SET from_amount = from_amount + 1 WHERE cause = 'refund'",
    "UPDATE conversions SET from_amount = from_amount - 1 WHERE cause = 'refund'",
  ],
  [
    "more than was ever credited",
    "UPDATE refunds SET amount = amount + 100 WHERE status = 'paid' AND kind = 'payment'",
    "UPDATE refunds SET amount = amount - 100 WHERE status = 'paid' AND kind = 'payment'",
  ],
  [
    "matches its refund",
    "UPDATE invoices SET status = 'paid' WHERE status = 'refund_process'",
    "UPDATE invoices SET status = 'refund_process' WHERE id IN (SELECT invoice_id FROM refunds WHERE status = 'process')",
  ],
  [
    "matches its refund",
    "UPDATE invoices SET status = 'refund_process' WHERE status = 'refund_fail'",
    "UPDATE invoices SET status = 'refund_fail' WHERE status = 'refund_process' AND id NOT IN (SELECT invoice_id FROM refunds WHERE status = 'process' AND invoice_id IS NOT NULL)",
  ],
  [
    "matches its refund",
    "UPDATE cases SET status = 'refunding' WHERE status = 'refunded'",
    "UPDATE cases SET status = 'refunded' WHERE status = 'refunding'",
  ],
  ["matches its refund", "UPDATE wallet_holds SET refunded_at = now()", "UPDATE wallet_holds SET refunded_at = NULL"],
  [
    "has a send",
    "UPDATE sends SET amount = amount + 1 WHERE purpose = 'refund'",
    "UPDATE sends SET amount = amount - 1 WHERE purpose = 'refund'",
  ],
  [
    "has a send",
    "UPDATE sends SET to_address = 'x' || to_address WHERE purpose = 'refund'",
    "UPDATE sends SET to_address = substr(to_address, 2) WHERE purpose = 'refund'",
  ],
];

describe("the audit of refunds", () => {
  test("finds nothing in a consistent gateway, and checks something for every rule", async () => {
    const { differences, passed } = await auditBooks();
    expect(differences).toEqual([]);
    for (const { title } of REFUND_RULES) {
      const line = passed.find((one) => one.startsWith(title));
      expect(line).toMatch(/\((?!0 checked)\d+ checked\)$/);
    }
  });

  test.each(VIOLATIONS)("detects a violation of %j: %s", async (rule, violate, undo) => {
    await forge(violate);
    const { differences } = await auditBooks();
    await forge(undo);
    expect(differences.some((line) => line.includes(rule))).toBe(true);
    expect((await auditBooks()).differences).toEqual([]);
  });

  test("has a planted violation for every rule", () => {
    expect(REFUND_RULES.filter(({ title }) => !VIOLATIONS.some(([rule]) => title.includes(rule)))).toEqual([]);
  });
});
