import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { auditBooks } from "@/lib/ledger/audit-books";
import { SWEEP_RULES } from "@/lib/ledger/sending-rules-repo";
import { rulesBrokenBy } from "@/lib/ledger/testing/insert-difference";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { fundHot } from "@/lib/money-out/payouts/testing/payout-rig";
import { type SimulatedSend, simulateEnded, simulateSigned } from "@/lib/sending/sweeps/testing/simulated-sends";
import { gasOf, NATIVE, openHotWallet, sendOfSweep, sweepAll } from "@/lib/sending/sweeps/testing/sweep-rig";
import { createWithdrawal } from "@/lib/sending/treasury/create-withdrawal";
import { withdrawalSends } from "@/lib/sending/treasury/withdrawal-sends";

const COST = decimal("0.0001");

/**
 * A sweep that arrived, one that was reverted and one that is signed; a withdrawal that arrived,
 * one that was reverted and one that is pending.
 */
beforeAll(async () => {
  await openGateway();
  await openHotWallet();
  await fundHot("bsc", "USDT", "100");
  for (const outcome of ["arrived", "reverted", null] as const) {
    const sweepId = await startSweepOf("40");
    await end(gasOf(sweepId), "arrived");
    await end(sendOfSweep(sweepId), outcome);
  }
  for (const outcome of ["arrived", "reverted"] as const) {
    const purposeId = await withdraw();
    await end({ purpose: "withdrawal", owner: withdrawalSends, purposeId, native: NATIVE }, outcome);
  }
  await withdraw();
}, 240_000);
afterAll(closeDatabase);

/** Of a separate payment. */
async function startSweepOf(amount: string): Promise<string> {
  const invoice = await newInvoice(await newMerchant());
  const id = await pay(invoice, { amount });
  await settleInvoice(invoice.id);
  const { addressId } = await database().deposit.findUniqueOrThrow({ where: { id } });
  const [sweepId] = await sweepAll("USDT", { addressId });
  return sweepId ?? expect.fail("no sweep");
}

async function withdraw(): Promise<string> {
  const address = "0x52908400098527886E0F7030069857D2E4169EE7";
  const coin = { networkCode: "bsc", currencyCode: "USDT", address };
  const order = { commandId: randomUUID(), kind: "capital" as const, amount: decimal("10"), memo: "", actorId: null };
  return (await createWithdrawal({ ...order, ...coin })).id;
}

async function end(simulated: SimulatedSend, outcome: "arrived" | "reverted" | null): Promise<void> {
  expect(await simulateSigned(simulated, COST)).toBe(true);
  if (outcome !== null) await simulateEnded(simulated, COST, outcome);
}

/** The rule, and the planted violation. */
const VIOLATIONS: readonly (readonly [string, string])[] = [
  ["Deposit addresses hold", "UPDATE residual_balances SET amount = amount + 0.000000000000000001"],
  [
    "Deposit addresses hold",
    "UPDATE deposits SET sweep_id = NULL WHERE sweep_id IN (SELECT id FROM sweeps WHERE status = 'done')",
  ],
  ["Deposit addresses hold", "UPDATE deposits SET amount = amount + 1 WHERE sweep_id IS NULL"],
  ["Deposit addresses hold", "UPDATE sends SET amount = amount - 1 WHERE purpose = 'sweep' AND status = 'sending'"],
  [
    "Deposit addresses hold",
    "UPDATE account_balances SET balance = balance + 1 WHERE account_id IN (SELECT id FROM accounts WHERE kind = 'deposits' AND currency_code = 'USDT')",
  ],
  ["Every sweep that arrived", "UPDATE sweeps SET amount = amount + 1 WHERE status = 'done'"],
  ["Every sweep that arrived", "UPDATE sweeps SET status = 'done' WHERE status = 'process'"],
  ["Every sweep that arrived", "UPDATE sweeps SET status = 'fail' WHERE status = 'done'"],
  ["Every sweep that arrived", "UPDATE journal_entries SET reference = 'lost' WHERE kind = 'sweep.settle'"],
  [
    "Every sweep that arrived",
    "UPDATE deposits SET sweep_id = (SELECT id FROM sweeps WHERE status = 'fail') WHERE sweep_id IS NULL",
  ],
  [
    "waits for a decision",
    "INSERT INTO cases (kind, deposit_id, network_code, currency_code, amount) SELECT 'locked', id, network_code, currency_code, amount FROM deposits WHERE sweep_id IS NOT NULL LIMIT 1",
  ],
  ["Every withdrawal", "UPDATE withdrawals SET amount = amount + 1 WHERE status = 'paid'"],
  ["Every withdrawal", "UPDATE withdrawals SET status = 'paid' WHERE status = 'process'"],
  ["Every withdrawal", "UPDATE withdrawals SET status = 'cancel' WHERE status = 'process'"],
  ["Every withdrawal", "UPDATE withdrawals SET kind = 'cold' WHERE status = 'paid'"],
  ["Every withdrawal", "UPDATE journal_entries SET reference = 'lost' WHERE kind = 'withdrawal.return'"],
];

describe("the audit of sweeps and withdrawals", () => {
  test("finds nothing in a consistent gateway, and checks something for every rule", async () => {
    const { differences, passed } = await auditBooks();
    expect(differences).toEqual([]);
    const lines = SWEEP_RULES.map(({ title }) => passed.find((line) => line.startsWith(title)));
    for (const line of lines) expect(line).toMatch(/\((?!0 checked)\d+ checked\)$/);
  });

  test.each(VIOLATIONS)("detects a violation of %j: %s", async (rule, violate) => {
    expect(await rulesBrokenBy(SWEEP_RULES, violate)).toEqual(expect.arrayContaining([expect.stringContaining(rule)]));
  });

  test("has a planted violation for every rule", () => {
    expect(SWEEP_RULES.filter(({ title }) => !VIOLATIONS.some(([rule]) => title.includes(rule)))).toEqual([]);
  });
});
