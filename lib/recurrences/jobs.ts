import { z } from "zod";
import type { Tx } from "@/lib/db";
import { defineJob, type Job } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import { advanceRecurrence } from "@/lib/recurrences/advance-recurrence";

const payload = z.object({ recurrenceId: z.uuid() });

/** Brings a plan up to what has become of its invoices, and to the time. */
export const advanceRecurrenceJob: Job<typeof payload> = defineJob({
  name: "advance-recurrence",
  payload,
  run: ({ recurrenceId }) => advanceRecurrence(recurrenceId),
});

/**
 * Has a plan looked at after this transaction. A job and not an update of the plan: whoever holds an invoice must not wait for its plan,
 * because a plan is locked before its invoices.
 */
export async function enqueueAdvance(tx: Tx, recurrenceId: string): Promise<void> {
  await enqueue(tx, advanceRecurrenceJob, { recurrenceId }, { key: `recurrence:${recurrenceId}` });
}
