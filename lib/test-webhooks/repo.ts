import { database } from "@/lib/db";
import type { KeyKind } from "@/lib/webhooks/signing-key";

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
