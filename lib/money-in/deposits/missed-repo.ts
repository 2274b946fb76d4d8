import type { Tx } from "@/lib/kernel/db";

/** Locks where reading stands: while it is held no block is taken back. Null while the network is stopped or was never read. */
export async function lockHeight(tx: Tx, networkCode: string): Promise<bigint | null> {
  const rows = await tx.$queryRaw<{ height: bigint }[]>`
    SELECT height FROM chain_cursors WHERE network_code = ${networkCode} AND stopped_at IS NULL FOR UPDATE`;
  return rows[0]?.height ?? null;
}

/** The hash under which a block was read, and the lowest block that is still known. */
export async function findReadBlock(tx: Tx, networkCode: string, height: bigint) {
  const where = { networkCode };
  const lowest = await tx.chainBlock.findFirst({ where, orderBy: { height: "asc" } });
  const block = await tx.chainBlock.findFirst({ where: { ...where, height } });
  return { hash: block?.hash ?? null, lowest };
}

/** Transactions and positions of the deposits of an address that stand on the chain. */
export function listStanding(tx: Tx, networkCode: string, addressId: bigint) {
  const where = { networkCode, addressId, status: { not: "vanished" as const }, blockHeight: { not: null } };
  return tx.deposit.findMany({ where, select: { transactionId: true, position: true } });
}
