import type { Tx } from "@/lib/db";
import { rolesWith } from "@/lib/merchants/role";

export type MailedOwner = { readonly id: string; readonly email: string; readonly name: string };

/** The name of a merchant and its owners who are not suspended; null when there is no such merchant. */
export async function selectOwners(
  tx: Tx,
  merchantId: string,
): Promise<{ readonly merchantName: string; readonly owners: readonly MailedOwner[] } | null> {
  const row = await tx.merchant.findUnique({
    where: { id: merchantId },
    select: {
      name: true,
      members: {
        where: { role: "owner", user: { isBlocked: false } },
        select: { user: { select: { id: true, email: true, name: true } } },
      },
    },
  });
  return row && { merchantName: row.name, owners: row.members.map(({ user }) => user) };
}

/** The merchants that somebody may pay out from. */
export async function selectPaidFrom(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.merchantMember.findMany({
    where: { userId, role: { in: [...rolesWith("payout.create")] } },
    select: { merchantId: true },
  });
  return rows.map(({ merchantId }) => merchantId);
}
