import type { Tx } from "@/lib/db";
import { endHeldWaits, notifySends } from "@/lib/sends/repo";

/** What waited because these merchants might not send is tried at once, when the transaction commits that lifts what forbade it. */
export async function wakeHeld(tx: Tx, merchantIds: readonly string[]): Promise<void> {
  for (const networkCode of await endHeldWaits(tx, merchantIds)) await notifySends(tx, networkCode);
}
