import type { Tx } from "@/lib/db";
import { queueNotification } from "@/lib/notifications/notify-people";
import type { Payout } from "@/lib/payouts/payout";

/** Has the people of a merchant told how a payout ended. What they called off themselves is no news. */
export async function tellMembers(tx: Tx, payout: Payout): Promise<void> {
  const { id, merchantId, status, orderId, amount, currencyCode } = payout;
  const isPaid = status === "paid";
  if (!isPaid && status !== "fail" && status !== "system_fail") return;
  const detail = { orderId, amount: `${amount.toFixed()} ${currencyCode}` };
  await queueNotification(tx, { kind: isPaid ? "payout_paid" : "payout_failed", merchantId, reference: id, detail });
}
