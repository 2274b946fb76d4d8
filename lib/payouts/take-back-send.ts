import type { Tx } from "@/lib/db";
import { cancelSend } from "@/lib/sends/cancel-send";
import { findSendOf } from "@/lib/sends/repo";

/**
 * Makes sure that nothing will be signed for a payout whose row the caller has locked: its send is taken back, or was never ordered.
 * @returns false when a transaction carries it already
 */
export async function takeBackSend(tx: Tx, payoutId: string): Promise<boolean> {
  if (await cancelSend(tx, "payout", payoutId)) return true;
  return (await findSendOf(tx, "payout", payoutId)) === null;
}
