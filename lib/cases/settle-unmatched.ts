import { raiseAlarm } from "@/lib/alarms/raise-alarm";
import { findCasesOfDeposits, openCase } from "@/lib/cases/repo";
import { reverseCase } from "@/lib/cases/reverse-case";
import { loadCatalog } from "@/lib/catalog/queries";
import { withTransaction } from "@/lib/db";
import { bookDeposit, unbookDeposit } from "@/lib/deposits/book-deposit";
import { isRipe } from "@/lib/deposits/deposit";
import { lockDeposit, markConfirmed, readDepths } from "@/lib/deposits/repo";
import { heldFunds } from "@/lib/ledger/account";
import { screenDeposit } from "@/lib/screening/screen-deposit";

/**
 * A deposit to an address that nobody was given: booked as held funds, with a case for the operator, which says so where a list names
 * the sender. Safe to repeat.
 */
export async function settleUnmatched(depositId: string): Promise<void> {
  const catalog = await loadCatalog();
  await withTransaction(async (tx) => {
    const deposit = await lockDeposit(tx, depositId);
    if (deposit === null || deposit.ownerId !== null) return;
    if (deposit.status === "vanished" && deposit.bookedInclusion !== null && deposit.reversalApprovedAt !== null) {
      const opened = (await findCasesOfDeposits(tx, [deposit.id])).get(deposit.id);
      const held = heldFunds("", deposit.currencyCode);
      await unbookDeposit(tx, deposit, opened ? await reverseCase(tx, opened, deposit, null) : held);
      await raiseAlarm(tx, {
        kind: "deposit-reversed",
        subject: deposit.id,
        message: `Unmatched deposit ${deposit.transactionId} left its chain`,
      });
      return;
    }
    const depths = await readDepths(tx);
    if (!isRipe(deposit, depths.get(deposit.networkCode))) return;
    if (deposit.bookedInclusion !== null) return markConfirmed(tx, deposit.id);
    await bookDeposit(tx, deposit, heldFunds("", deposit.currencyCode));
    const { currencyCode, networkCode } = deposit;
    const amount = deposit.amount.toFixed();
    const { isHit } = await screenDeposit(tx, catalog, deposit);
    await openCase(tx, {
      merchantId: null,
      kind: isHit ? "locked" : "unmatched",
      depositId,
      invoiceId: null,
      currencyCode,
      networkCode,
      amount,
    });
  });
}
