import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase } from "@/lib/kernel/db";
import { auditBooks } from "@/lib/ledger/audit-books";
import { PAYOUT_RULES, RESERVED_RULES } from "@/lib/ledger/outflow-rules-repo";
import { rulesBrokenBy } from "@/lib/ledger/testing/insert-difference";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fillTreasury, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { simulateConfirmed, simulateFailed, simulateSigned } from "@/lib/money-out/payouts/testing/simulated-engine";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

const RULES = [...PAYOUT_RULES, ...RESERVED_RULES];

/** A paid payout, a failed one, one in progress, and a converted one. */
beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "1000");
  await fundHot("eth", "ETH", "10");
  await fillTreasury("ETH", "1");
  const merchant = await getMerchant((await newPayer({ USDT: "900" })).merchantId);
  const pay = async (order_id: string, changes: Record<string, string> = {}) => {
    const order = { amount: "40", currency: "USDT", network: "bsc", order_id, address: EVM_ADDRESS, is_subtract: true };
    return (await createPayout(merchant, createPayoutInput.parse({ ...order, ...changes }))).id;
  };
  const [paid, failed] = [await pay("paid"), await pay("failed")];
  for (const id of [paid, failed]) await simulateSigned(id);
  await simulateConfirmed(paid);
  await simulateFailed(failed);
  await pay("waits");
  await pay("converted", { currency: "EUR", to_currency: "ETH", network: "eth", from_currency: "USDT" });
}, 240_000);
afterAll(closeDatabase);

const ONE = "id = (SELECT id FROM payouts WHERE order_id";

/** The rule, and the planted violation. */
const VIOLATIONS: readonly (readonly [string, string])[] = [
  ["reserved once", `UPDATE payouts SET sent_amount = sent_amount + 1 WHERE ${ONE} = 'paid')`],
  ["reserved once", `UPDATE payouts SET debited_amount = debited_amount + 1 WHERE ${ONE} = 'failed')`],
  ["reserved once", `UPDATE payouts SET status = 'paid' WHERE ${ONE} = 'failed')`],
  ["reserved once", `UPDATE payouts SET status = 'cancel' WHERE ${ONE} = 'waits')`],
  ["reserved once", "UPDATE accounts SET owner_id = 'x' || owner_id WHERE kind = 'reserved'"],
  ["reserved once", "UPDATE journal_entries SET reference = 'lost' WHERE kind = 'payout.settle'"],
  ["reserved once", "UPDATE journal_entries SET reference = 'lost' WHERE kind = 'payout.return'"],
  ["converted once", "UPDATE conversions SET from_amount = from_amount + 1 WHERE cause = 'payout'"],
  ["converted once", "UPDATE conversions SET fee = fee + 1 WHERE cause = 'payout'"],
  ["converted once", "UPDATE conversions SET reversed_at = now() WHERE cause = 'payout'"],
  ["converted once", "DELETE FROM conversions WHERE cause = 'payout'"],
  ["has a send", "UPDATE sends SET amount = amount + 1 WHERE purpose = 'payout' AND status = 'queued'"],
  ["has a send", "UPDATE sends SET to_address = 'x' || to_address WHERE purpose = 'payout' AND status = 'confirmed'"],
  ["has a send", "UPDATE sends SET status = 'failed' WHERE purpose = 'payout' AND status = 'confirmed'"],
  ["has a send", "DELETE FROM sends WHERE purpose = 'payout' AND status = 'queued'"],
  ["Reserved funds", `UPDATE payouts SET status = 'fail' WHERE ${ONE} = 'waits')`],
  ["Reserved funds", `UPDATE payouts SET commission = commission + 1 WHERE ${ONE} = 'waits')`],
  [
    "Reserved funds",
    "UPDATE account_balances SET balance = balance + 1 WHERE account_id IN (SELECT id FROM accounts WHERE kind = 'reserved') AND balance > 0",
  ],
];

describe("the audit of payouts", () => {
  test("finds nothing in a consistent gateway, and checks something for every rule", async () => {
    const { differences, passed } = await auditBooks();
    expect(differences).toEqual([]);
    const lines = RULES.map(({ title }) => passed.find((line) => line.startsWith(title)));
    for (const line of lines) expect(line).toMatch(/\((?!0 checked)\d+ checked\)$/);
  });

  test.each(VIOLATIONS)("detects a violation of %j: %s", async (rule, violate) => {
    expect(await rulesBrokenBy(RULES, violate)).toEqual(expect.arrayContaining([expect.stringContaining(rule)]));
  });

  test("has a planted violation for every rule", () => {
    expect(RULES.filter(({ title }) => !VIOLATIONS.some(([rule]) => title.includes(rule)))).toEqual([]);
  });
});
