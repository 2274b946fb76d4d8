import type { SendOwner } from "@/lib/sends/send-owner";
import { selectUnprovenWithdrawals } from "@/lib/treasury/unproven-repo";
import {
  movedByReturning,
  movedBySettling,
  returnWithdrawal,
  settleWithdrawal,
} from "@/lib/treasury/withdrawal-entries";
import { getWithdrawal, lockWithdrawal, updateWithdrawal } from "@/lib/treasury/withdrawals-repo";

/** What the engine asks of withdrawals. */
export const withdrawalSends: SendOwner = {
  unproven: selectUnprovenWithdrawals,
  async lock(tx, id) {
    await lockWithdrawal(tx, id);
  },
  async waits(tx, send, reason) {
    await updateWithdrawal(tx, send.purposeId, { status: reason === null ? "process" : "check" });
  },
  async signed(tx, send, transactionId) {
    await updateWithdrawal(tx, send.purposeId, { transactionId });
  },
  async confirmed(tx, send, transactionId, _cost, lockBooks) {
    const withdrawal = await getWithdrawal(tx, send.purposeId);
    await lockBooks(movedBySettling(withdrawal));
    await settleWithdrawal(tx, withdrawal);
    await updateWithdrawal(tx, send.purposeId, { status: "paid", transactionId });
  },
  async failed(tx, send, reason, _cause, lockBooks) {
    const withdrawal = await getWithdrawal(tx, send.purposeId);
    await lockBooks(movedByReturning(withdrawal));
    await returnWithdrawal(tx, withdrawal);
    await updateWithdrawal(tx, send.purposeId, { status: "fail", failure: reason });
  },
  async moved(tx, send, transactionId) {
    await updateWithdrawal(tx, send.purposeId, { transactionId });
  },
};
