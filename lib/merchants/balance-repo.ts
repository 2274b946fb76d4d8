import { database } from "@/lib/db";

/** The user who owns a merchant: the first one that was given the role. */
export async function findOwnerId(merchantId: string): Promise<string | null> {
  const row = await database().merchantMember.findFirst({
    where: { merchantId, role: "owner" },
    orderBy: { createdAt: "asc" },
    select: { userId: true },
  });
  return row?.userId ?? null;
}
