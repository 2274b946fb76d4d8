import type { Tx } from "@/lib/db";
import type { Deposit } from "@/lib/deposits/deposit";
import { invariant } from "@/lib/errors";
import { listStandingCredits } from "@/lib/invoices/credits-repo";
import { lockInvoice, updateInvoice } from "@/lib/invoices/repo";
import { canMove, isFinal } from "@/lib/invoices/status";
import { transitionInvoice } from "@/lib/invoices/transition-invoice";
import { decideTopUp } from "@/lib/wallets/decide-top-up";
import { topUpTotals } from "@/lib/wallets/top-up-totals";
import { listOpenTopUpIds, listPartIds } from "@/lib/wallets/top-ups-repo";

/** A credited deposit was taken back: the top-up waits for it, and says what stands without it. */
export async function reopenTopUp(tx: Tx, topUpId: string): Promise<void> {
  const topUp = await lockInvoice(tx, topUpId);
  invariant(topUp, `top-up ${topUpId} is there`);
  const changes = { ...(await topUpTotals(tx, topUp)), reversedAt: new Date() };
  if (isFinal(topUp.status) && canMove(topUp.status, "process"))
    await transitionInvoice(tx, topUp, "process", { ...changes, paidHow: null });
  // It waits for another one already: this one has its whole time to come back as well.
  else await updateInvoice(tx, topUp.id, changes);
}

/** Decides the top-ups that wait for a deposit to come back. `deposits`: those of the wallet that are not settled. */
export async function judgeTopUps(tx: Tx, walletId: string, deposits: readonly Deposit[], now: Date): Promise<void> {
  for (const id of await listOpenTopUpIds(tx, walletId)) {
    const topUp = await lockInvoice(tx, id);
    invariant(topUp?.reversedAt, `top-up ${id} waits since a moment`);
    const standing = (await listStandingCredits(tx, id)).map(({ depositId }) => depositId);
    const isUndecided = deposits.some((deposit) => standing.includes(deposit.id) && deposit.status === "vanished");
    const partCount = (await listPartIds(tx, id)).length;
    const { reversedAt } = topUp;
    const status = decideTopUp({ reversedAt, partCount, standingCount: standing.length, isUndecided }, now);
    const totals = await topUpTotals(tx, topUp);
    if (status === "process") {
      await updateInvoice(tx, id, totals);
      continue;
    }
    const paidHow = status === "paid" ? "exact" : status === "wrong_amount" ? "under" : null;
    await transitionInvoice(tx, topUp, status, { ...totals, paidHow, reversedAt: null });
  }
}
