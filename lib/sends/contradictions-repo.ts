import { database } from "@/lib/db";

/** Nodes contradict each other about it: every process knows from now on, and one that is started anew. */
export async function noteContradiction(outgoingId: string): Promise<void> {
  const where = { id: outgoingId, contradictedAt: null };
  await database().outgoingTransaction.updateMany({ where, data: { contradictedAt: new Date() } });
}

/** Since when they do; null when they do not, or have come to agree. */
export async function readContradiction(outgoingId: string): Promise<Date | null> {
  const where = { id: outgoingId };
  const row = await database().outgoingTransaction.findUnique({ where, select: { contradictedAt: true } });
  return row?.contradictedAt ?? null;
}
