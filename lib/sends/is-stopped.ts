import type { Tx } from "@/lib/db";
import { selectIsStopped } from "@/lib/sends/signing-repo";

/** Whether nothing may be signed on a network now: a kill switch, a nonce that is not ours, or a node of another chain. */
export async function isStopped(tx: Tx, networkCode: string): Promise<boolean> {
  return selectIsStopped(tx, networkCode);
}
