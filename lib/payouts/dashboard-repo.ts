import { database } from "@/lib/db";

/** A merchant's own payout with what its page shows of the row alone; null also for another merchant's. */
export async function findPayoutRow(merchantId: string, id: string) {
  return database().payout.findFirst({ where: { id, merchantId } });
}

/** Payouts of a merchant that wait for something. */
export function countWaitingPayouts(merchantId: string): Promise<number> {
  return database().payout.count({ where: { merchantId, status: "check" } });
}
