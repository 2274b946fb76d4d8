import { z } from "zod";
import type { Tx } from "@/lib/kernel/db";
import { defineJob } from "@/lib/kernel/jobs/define-job";
import { enqueueAll } from "@/lib/kernel/jobs/enqueue";
import { settleOwner } from "@/lib/money-in/deposits/deposit";

/** The key of an owner's job begins with it; kind and id follow, separated by a colon. */
export const SETTLEMENT_KEY = "settle:";

/** Settles all deposits of one owner. */
export const settleDepositsJob = defineJob({
  name: "settle-deposits",
  payload: z.object({ ownerKind: z.string(), ownerId: z.uuid() }),
  run: ({ ownerKind, ownerId }) => settleOwner(ownerKind, ownerId),
});

/**
 * Queues settlements of owners in the transaction that detected the change. Pending jobs for the
 * same owner merge.
 */
export async function enqueueSettlements(
  tx: Tx,
  owners: readonly { readonly ownerKind: string; readonly ownerId: string }[],
): Promise<void> {
  await enqueueAll(
    tx,
    settleDepositsJob,
    owners.map((owner) => ({
      payload: owner,
      key: `${SETTLEMENT_KEY}${owner.ownerKind}:${owner.ownerId}`,
      about: owner.ownerId,
    })),
  );
}

/**
 * Assigns an unused address of the family to an owner permanently. Returns null when the pool is
 * empty.
 */
export async function assignAddress(
  tx: Tx,
  family: string,
  owner: { readonly kind: "invoice" | "wallet"; readonly id: string },
): Promise<{ addressId: bigint; address: string } | null> {
  const rows = await tx.$queryRaw<{ id: bigint; address: string }[]>`
    UPDATE addresses SET owner_kind = ${owner.kind}, owner_id = ${owner.id}::uuid, assigned_at = now()
    WHERE id = (SELECT id FROM addresses WHERE family = ${family} AND assigned_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, address`;
  const row = rows[0];
  return row ? { addressId: row.id, address: row.address } : null;
}

/** Finds the address already assigned to an owner in a family; null when it has none. */
export async function findOwnedAddress(
  tx: Tx,
  family: string,
  owner: { readonly kind: "invoice" | "wallet"; readonly id: string },
): Promise<{ addressId: bigint; address: string } | null> {
  const row = await tx.address.findFirst({
    where: { family, ownerKind: owner.kind, ownerId: owner.id },
    orderBy: { id: "desc" },
    select: { id: true, address: true },
  });
  return row ? { addressId: row.id, address: row.address } : null;
}
