import { countFailedDeliveries } from "@/lib/webhooks/dashboard-repo";

/** Older failures are history: what they told has been seen otherwise by now. */
const FAILURE_DAYS = 30;
const DAY_MS = 86_400_000;

/** Deliveries of the last 30 days that were given up. */
export function countGivenUp(merchantId: string, now: Date): Promise<number> {
  return countFailedDeliveries(merchantId, new Date(now.getTime() - FAILURE_DAYS * DAY_MS));
}
