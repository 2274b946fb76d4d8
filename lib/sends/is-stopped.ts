import type { Tx } from "@/lib/db";
import { isReadingStopped, readStops } from "@/lib/sends/stops-repo";

/** Whether nothing may be signed on a network now: a kill switch, a nonce that is not ours, or a node of another chain. */
export async function isStopped(tx: Tx, networkCode: string): Promise<boolean> {
  return (await readStops(tx, networkCode)).length > 0 || (await isReadingStopped(tx, networkCode));
}
