import { z } from "zod";
import { defineJob, type Job } from "@/lib/jobs/define-job";
import { orderAutomatically } from "@/lib/refund-requests/order-automatically";

const payload = z.object({ requestId: z.uuid() });

/** Refunds a confirmed wish of a merchant whose policy says so. */
export const orderRequestedRefundJob: Job<typeof payload> = defineJob({
  name: "order-requested-refund",
  payload,
  run: ({ requestId }) => orderAutomatically(requestId),
});
