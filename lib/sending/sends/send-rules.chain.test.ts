import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionPool } from "@/lib/kernel/db";
import { SEND_RULES } from "@/lib/ledger/sending-rules-repo";
import { findAllViolations } from "@/lib/ledger/testing/find-all-violations";
import { driveUntilDone, openSendRig, type SendRig, step } from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends } from "@/lib/sending/sends/testing/test-owner";

let rig: SendRig;

/** One confirmed send, and one in flight. */
beforeAll(async () => {
  rig = await openSendRig();
  ownSends();
  const engine = await rig.engine();
  await createSend();
  await driveUntilDone(engine);
  await rig.chain.anvil.rpc("evm_setAutomine", [false]);
  await createSend();
  await step(engine);
});
afterAll(() => rig?.stop());

const GUARDED = ["outgoing_transactions", "signed_transactions", "sends", "sending_accounts", "journal_entries"];

/**
 * Does what the gateway's code never could: disables a table's guards and constraints for one
 * statement.
 */
async function forge(statement: string): Promise<void> {
  const client = await connectionPool().connect();
  const guards = (verb: string) => GUARDED.map((table) => `ALTER TABLE ${table} ${verb} TRIGGER USER`).join(";");
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

async function violated(): Promise<string[]> {
  const found: string[] = [];
  for (const rule of SEND_RULES) if ((await findAllViolations([rule])).length > 0) found.push(rule.title);
  return found;
}

/** The violation, and how to undo it. */
const VIOLATIONS: readonly (readonly [string, string, string])[] = [
  [
    "in flight",
    "UPDATE outgoing_transactions SET fee_max = fee_max + 1 WHERE status = 'signed'",
    "UPDATE outgoing_transactions SET fee_max = fee_max - 1 WHERE status = 'signed'",
  ],
  [
    "committed",
    "UPDATE signed_transactions SET version = version + 6",
    "UPDATE signed_transactions SET version = version - 6",
  ],
  [
    "committed",
    "UPDATE journal_entries SET reference = 'x' || reference WHERE kind = 'send.commit'",
    "UPDATE journal_entries SET reference = substr(reference, 2) WHERE kind = 'send.commit'",
  ],
  [
    "that ended",
    "UPDATE outgoing_transactions SET fee_paid = fee_paid / 2 WHERE status = 'settled'",
    "UPDATE outgoing_transactions SET fee_paid = fee_paid * 2 WHERE status = 'settled'",
  ],
  [
    "that ended",
    "UPDATE journal_entries SET kind = 'send.release' WHERE kind = 'send.settle'",
    "UPDATE journal_entries SET kind = 'send.settle' WHERE kind = 'send.release'",
  ],
  [
    "carries its sends",
    "UPDATE outgoing_transactions SET status = 'included' WHERE status = 'settled'",
    "UPDATE outgoing_transactions SET status = 'settled' WHERE status = 'included'",
  ],
  ["carries its sends", "UPDATE sending_accounts SET next_nonce = 0", "UPDATE sending_accounts SET next_nonce = 2"],
  [
    "carries its sends",
    "UPDATE sends SET status = 'failed' WHERE status = 'confirmed'",
    "UPDATE sends SET status = 'confirmed' WHERE status = 'failed'",
  ],
];

test("consistent books break no rule of sends", async () => {
  expect(await violated()).toEqual([]);
});

test.each(VIOLATIONS)("the rule about %s detects: %s", async (rule, violate, remedy) => {
  await forge(violate);
  const found = await violated();
  await forge(remedy);
  expect(found).toContainEqual(expect.stringContaining(rule));
  expect(await violated()).toEqual([]);
});
