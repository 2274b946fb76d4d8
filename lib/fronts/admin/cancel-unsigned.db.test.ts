import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listUnsigned } from "@/lib/fronts/admin/unsigned-queries";
import { closeDatabase, database } from "@/lib/kernel/db";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelBatchAsOperator } from "@/lib/money-out/payout-batches/decide-batch";
import { cancelRows } from "@/lib/money-out/payout-batches/jobs";
import { submitRows } from "@/lib/money-out/payout-batches/submit-rows";
import { fileOf, ordered, payoutsOf } from "@/lib/money-out/payout-batches/testing/batch-rig";
import { fundHot, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { simulateSigned } from "@/lib/money-out/payouts/testing/simulated-engine";

beforeAll(async () => {
  await openGateway(1);
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);

const actorId = randomUUID();
const reason = "Ordered by a thief";
let payer: Payer;
beforeEach(async () => {
  payer = await newPayer({ USDT: "100" });
});

test("cancels a batch: open rows and unsigned payouts record the reason and are refunded, signed ones continue", async () => {
  const batchId = await ordered(payer, fileOf(["1", "2"]));
  await submitRows(batchId);
  const [signed, unsigned] = await payoutsOf(payer.merchantId);
  await simulateSigned(signed?.id ?? "");
  expect(await listUnsigned({ id: payer.merchantId })).toMatchObject({
    batches: [{ id: batchId, openRows: 0, unsignedPayouts: 1 }],
    items: [{ id: unsigned?.id, fileName: "pay.csv", waits: null }],
  });
  const later = await ordered(payer, fileOf(["3"]));

  for (const id of [batchId, later, later]) await cancelBatchAsOperator({ batchId: id, reason, actorId });
  expect(await submitRows(later)).toBe("nothing");
  expect(await cancelRows({ batchId, actorId, afterNumber: 0, reason })).toBeNull();

  const [kept, ended] = await payoutsOf(payer.merchantId);
  expect([kept?.status, ended?.status, ended?.failure]).toEqual(["process", "system_fail", reason]);
  const [row] = await database().payoutBatchRow.findMany({ where: { batchId: later } });
  expect(row?.refusal).toBe(`Cancelled by the operator: ${reason}`);
  expect(await walletOf(payer.merchantId)).toBe("98.9");
  expect(await listUnsigned({ id: payer.merchantId })).toMatchObject({ batches: [], items: [] });
  const { merchantId } = payer;
  const trail = await database().auditEvent.findMany({ where: { merchantId, action: "payout-batch.cancel" } });
  expect(trail.map(({ target, detail }) => [target, detail])).toEqual([
    [batchId, { reason }],
    [later, { reason }],
  ]);
  expect(await bookDifferences()).toEqual([]);
});

test("rejects an unknown batch", async () => {
  await expect(cancelBatchAsOperator({ batchId: randomUUID(), reason, actorId })).rejects.toMatchObject({
    code: "not_found",
  });
});
