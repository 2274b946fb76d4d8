import { database, type Tx } from "@/lib/db";

export async function hasMerchant(id: string): Promise<boolean> {
  return (await database().merchant.count({ where: { id } })) > 0;
}

/** The sandbox has its operator: the first-start page stays closed. */
export async function closeSetup(tx: Tx): Promise<void> {
  const closed = { closedAt: new Date(), codeHash: null };
  await tx.setupState.upsert({ where: { id: 1 }, create: { id: 1, ...closed }, update: closed, select: { id: true } });
}

export async function setSupportContact(tx: Tx, merchantId: string, supportContact: string): Promise<void> {
  await tx.merchant.update({ where: { id: merchantId }, data: { supportContact }, select: { id: true } });
}
