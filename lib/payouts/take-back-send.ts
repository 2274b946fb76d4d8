import type { Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import type { Payout } from "@/lib/payouts/payout";
import { isFinal } from "@/lib/payouts/status";
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

/**
 * The same for a person who ends it.
 * @throws AppError `refused` when it is final, or a transaction carries it
 */
export async function takeBackUnsigned(tx: Tx, { id, status }: Pick<Payout, "id" | "status">): Promise<void> {
  if (isFinal(status)) throw new AppError("refused", `This payout is over: its status is ${status}`);
  if (!(await takeBackSend(tx, id)))
    throw new AppError("refused", "This payout is on its way: a signed transaction cannot be taken back");
}
