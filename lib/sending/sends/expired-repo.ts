import type { Tx } from "@/lib/kernel/db";

/** Whether a transaction carried a send before and expired unused: what carries it now takes that one's place, at no higher fee. */
export async function hasExpiredBefore(tx: Tx, sendId: string): Promise<boolean> {
  return (await tx.expiredSend.count({ where: { sendId }, take: 1 })) > 0;
}
