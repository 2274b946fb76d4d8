import type { Tx } from "@/lib/kernel/db";
import { lockSend } from "@/lib/sending/sends/repo";
import type { Send } from "@/lib/sending/sends/send";
import { sendOwner } from "@/lib/sending/sends/send-owner";

/** A send as its locked row has it. */
export type LockedSend = Awaited<ReturnType<typeof lockSend>>;

/**
 * Locks what one transaction carries: first whose they are, then the sends themselves, each in the order of their names, which is the same
 * for everyone. Answers them as they are now, in the order given.
 */
export async function lockSends(tx: Tx, sends: readonly Send[]): Promise<LockedSend[]> {
  const ordered = sends.toSorted((left, right) => nameOf(left).localeCompare(nameOf(right)));
  for (const { purpose, purposeId } of ordered) await sendOwner(purpose).lock(tx, purposeId);
  const locked = new Map<string, LockedSend>();
  for (const send of ordered) locked.set(send.id, await lockSend(tx, send));
  return sends.flatMap(({ id }) => locked.get(id) ?? []);
}

function nameOf({ purpose, purposeId }: Send): string {
  return `${purpose} ${purposeId}`;
}
