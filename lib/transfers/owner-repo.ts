import { database } from "@/lib/db";

/** The user whose personal wallets belong to a merchant: its first owner, unless that user is blocked. */
export async function findWalletOwner(merchantId: string): Promise<string | null> {
  const row = await database().merchantMember.findFirst({
    where: { merchantId, role: "owner" },
    orderBy: { createdAt: "asc" },
    select: { user: { select: { id: true, isBlocked: true } } },
  });
  return row === null || row.user.isBlocked ? null : row.user.id;
}
