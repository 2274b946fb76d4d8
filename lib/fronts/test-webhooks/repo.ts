import { database } from "@/lib/kernel/db";

/** The newest static wallet that a merchant has in a coin on a network. */
export async function findNewestWallet(merchantId: string, currencyCode: string, networkCode: string) {
  return await database().staticWallet.findFirst({
    where: { merchantId, currencyCode, networkCode },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, orderId: true },
  });
}
