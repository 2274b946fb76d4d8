import type { Tx } from "@/lib/db";
import type { EntryKind } from "@/lib/ledger/entry-kind";

/** Whether an entry of this cause is in the books already: its command was carried out. */
export async function hasEntry(tx: Tx, kind: EntryKind, reference: string): Promise<boolean> {
  return (await tx.journalEntry.count({ where: { kind, reference } })) > 0;
}

/** What came into a hot wallet and may have to be booked or taken back: in a block, or gone with everybody's word. Oldest first. */
export async function listOpenReceipts(tx: Tx, ownerId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM deposits WHERE owner_kind = 'hot' AND owner_id = ${ownerId}::uuid
      AND (status = 'seen' OR (status = 'vanished' AND booked_inclusion IS NOT NULL AND reversal_approved_at IS NOT NULL))
    ORDER BY seen_at, id`;
  return rows.map(({ id }) => id);
}
