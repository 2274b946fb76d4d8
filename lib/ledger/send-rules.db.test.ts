import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { SEND_RULES } from "@/lib/ledger/sending-rules-repo";
import { findAllViolations } from "@/lib/ledger/testing/find-all-violations";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

const HOT = "4hot";
const BY_KEY_IMAGES = JSON.stringify({ kind: "coins", coins: [], keyImages: ["00".repeat(32)] });
const EXPIRING = JSON.stringify({ kind: "expiring", validUntil: "1" });

beforeAll(async () => {
  await openGateway();
  await database().sendingAccount.create({ data: { networkCode: "xmr", address: HOT, nextNonce: null } });
}, 60_000);
afterAll(closeDatabase);

test("allows several sends in one transaction where a wallet spends by key images, but not where it only expires", async () => {
  await violate(BY_KEY_IMAGES);
  expect(await violations()).toEqual([]);
  const id = await violate(EXPIRING);
  expect(await violations()).toEqual([expect.stringContaining(`transaction ${id} (signed) carries 2 sends`)]);
});

/** Inserts a signed transaction with two sends. */
async function violate(spends: string): Promise<string> {
  const { id } = await database().outgoingTransaction.create({
    data: { networkCode: "xmr", fromAddress: HOT, nonce: null, feeMax: "0.01" },
  });
  const terms = { feeTerms: "", feePriority: "recommended" as const, feeExpected: "0.01", feeMax: "0.01" };
  await database().signedTransaction.create({
    data: {
      outgoingId: id,
      version: 1,
      networkCode: "xmr",
      transactionId: randomUUID(),
      raw: Buffer.of(1),
      spends,
      ...terms,
    },
  });
  for (const purposeId of [randomUUID(), randomUUID()]) {
    const coin = { networkCode: "xmr", currencyCode: "XMR", amount: "1", toAddress: "4stranger" };
    await database().send.create({
      data: { purpose: "payout", purposeId, ...coin, status: "sending", outgoingId: id },
    });
  }
  return id;
}

async function violations(): Promise<readonly string[]> {
  const rule = SEND_RULES.find(({ title }) => title.startsWith("Every transaction carries its sends"));
  if (rule === undefined) throw new Error("the rule has another title");
  return await findAllViolations([rule]);
}
