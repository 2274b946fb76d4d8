import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { submitRows } from "@/lib/money-out/payout-batches/submit-rows";
import { HEADER, newAddress, ordered } from "@/lib/money-out/payout-batches/testing/batch-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import type { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

const made = vi.hoisted(() => ({ by: null as typeof createPayout | null }));
vi.mock("@/lib/money-out/payouts/start-payout", async (original) => {
  const real = await original<{ createPayout: typeof createPayout }>();
  const createOrLose: typeof createPayout = (...order) => (made.by ?? real.createPayout)(...order);
  return { createPayout: createOrLose };
});

beforeAll(async () => {
  await openGateway(1);
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);
afterAll(() => vi.doUnmock("@/lib/money-out/payouts/start-payout"));

test("a row whose transaction is rolled back, and whose order id another payout then takes, is refused and not lost", async () => {
  const payer = await newPayer({ USDT: "1000" });
  const batchId = await ordered(payer, `${HEADER}\n10,USDT,bsc,${newAddress()},mine`);
  const { createPayout: command } = await import("@/lib/money-out/payouts/start-payout");
  const rival = { amount: "5", currency: "USDT", network: "bsc", address: EVM_ADDRESS, is_subtract: true };
  const theirs = await command(
    await getMerchant(payer.merchantId),
    createPayoutInput.parse({ ...rival, order_id: "mine" }),
  );
  made.by = async (_merchant, _input, _orderedById, more) => {
    const rolledBack = withTransaction(async (tx) => {
      await more?.claim?.(tx, crypto.randomUUID());
      throw new Error("The balance is gone");
    });
    await expect(rolledBack).rejects.toThrow("The balance is gone");
    return theirs;
  };
  expect(await submitRows(batchId)).toBe("nothing");
  expect(await database().payoutBatchRow.findMany({ where: { batchId } })).toMatchObject([
    {
      payoutId: null,
      refusal: expect.stringContaining("Another payout with this order ID was created in the meantime."),
    },
  ]);
  expect(await database().payoutBatch.findFirst({ where: { id: batchId } })).toMatchObject({ status: "done" });
});
