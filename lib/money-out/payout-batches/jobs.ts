import { z } from "zod";
import { withTransaction } from "@/lib/kernel/db";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { cancelRows } from "@/lib/money-out/payout-batches/cancel-rows";
import { orderRows } from "@/lib/money-out/payout-batches/order-rows";

/** A price or a network that is not there comes back by itself, mostly. */
const LATER_MS = 15_000;

const orderPayload = z.object({ batchId: z.uuid() });
const cancelPayload = z.object({
  batchId: z.uuid(),
  actorId: z.uuid(),
  afterNumber: z.int(),
  /** Of the operator, who gives its payouts up; left out: its merchant cancels them. */
  reason: z.string().optional(),
});

/** Makes a confirmed file into payouts, some seconds of work at a time: who takes over from a dead worker finds what is left. */
export const orderPayoutBatchJob: Job<typeof orderPayload> = defineJob({
  name: "order-payout-batch",
  payload: orderPayload,
  run: async ({ batchId }) => {
    const left = await orderRows(batchId);
    if (left === "nothing") return;
    const later = left === "later" ? { runAt: new Date(Date.now() + LATER_MS) } : {};
    await withTransaction((tx) => enqueue(tx, orderPayoutBatchJob, { batchId }, { key: orderKey(batchId), ...later }));
  },
});

/** Takes back what is not signed of a cancelled file. */
export const cancelPayoutBatchJob: Job<typeof cancelPayload> = defineJob({
  name: "cancel-payout-batch",
  payload: cancelPayload,
  run: async (payload) => {
    const afterNumber = await cancelRows(payload);
    if (afterNumber === null) return;
    await withTransaction((tx) => enqueue(tx, cancelPayoutBatchJob, { ...payload, afterNumber }));
  },
});

export function orderKey(batchId: string): string {
  return `order-payout-batch:${batchId}`;
}
