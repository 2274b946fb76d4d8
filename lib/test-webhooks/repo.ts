import { database } from "@/lib/db";
import { decimal } from "@/lib/money/decimal";
import type { PayoutFacts } from "@/lib/payouts/payout-webhook";
import type { KeyKind } from "@/lib/webhooks/signing-key";

/** A merchant's own payout; with both ids given the uuid decides. */
export async function findPayoutFacts(
  merchantId: string,
  ids: { readonly uuid: string | null; readonly order_id: string | null },
): Promise<PayoutFacts | null> {
  const { uuid, order_id: orderId } = ids;
  if (uuid === null && orderId === null) return null;
  const row = await database().payout.findFirst({
    where: { merchantId, ...(uuid === null ? { orderId: orderId ?? "" } : { id: uuid }) },
  });
  if (row === null) return null;
  return {
    ...row,
    amount: decimal(row.amount),
    sentAmount: decimal(row.sentAmount),
    commission: decimal(row.commission),
    debitedAmount: decimal(row.debitedAmount),
  };
}

/** The newest static wallet that a merchant has in a coin on a network. */
export async function findNewestWallet(merchantId: string, currencyCode: string, networkCode: string) {
  return await database().staticWallet.findFirst({
    where: { merchantId, currencyCode, networkCode },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, orderId: true },
  });
}

/** Which key signs this merchant's payout webhooks. */
export async function findPayoutKeyKind(merchantId: string): Promise<KeyKind> {
  const { signPayoutsWithPayoutKey } = await database().merchant.findUniqueOrThrow({
    where: { id: merchantId },
    select: { signPayoutsWithPayoutKey: true },
  });
  return signPayoutsWithPayoutKey ? "payout" : "payment";
}
