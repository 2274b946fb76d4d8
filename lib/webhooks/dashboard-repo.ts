import { database } from "@/lib/db";

/** How many of a merchant's deliveries used up their schedule since `since`. */
export function countFailedDeliveries(merchantId: string, since: Date): Promise<number> {
  return database().webhookDelivery.count({ where: { merchantId, state: "failed", createdAt: { gt: since } } });
}
