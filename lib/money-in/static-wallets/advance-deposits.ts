import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import type { Tx } from "@/lib/kernel/db";
import { moneyText } from "@/lib/kernel/money/format";
import { type AccountName, heldFunds, invoicePending } from "@/lib/ledger/account";
import { findCasesOfDeposits, isReleased, type OpenedCase, openCase } from "@/lib/money-in/cases/case";
import { reverseCase } from "@/lib/money-in/cases/reverse-case";
import { type Deposit, isConfirmable } from "@/lib/money-in/deposits/deposit";
import { bookDeposit, evaluateDust, screenDeposit, unbookDeposit } from "@/lib/money-in/deposits/evaluate-deposit";
import { markConfirmed, readDepths } from "@/lib/money-in/deposits/repo";
import { depositDetail } from "@/lib/money-in/invoices/deposit-batch";
import { walletCaseKind } from "@/lib/money-in/static-wallets/block-wallet";
import { reverseCredit } from "@/lib/money-in/static-wallets/credit-deposit";
import { releaseHold } from "@/lib/money-in/static-wallets/hold-deposit";
import { listStandingHolds, lockUnsettledDeposits } from "@/lib/money-in/static-wallets/repo";
import { listCreditsOf } from "@/lib/money-in/static-wallets/top-ups-repo";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { insertEvent } from "@/lib/money-in/time-line/event";
import type { Catalog } from "@/lib/pricing/catalog/queries";

/**
 * Maximum number of deposits per transaction. Anybody can send to the address, even a thousand
 * deposits in one transaction of a cheap chain, and a database transaction that runs too long would
 * block the wallet forever.
 */
export const BATCH = 100;

export type Advanced = {
  /** Top-ups that lost a deposit. */
  readonly reversed: ReadonlySet<string>;
  /** More remains than fits in one transaction. */
  readonly isMore: boolean;
};

/**
 * Advances a wallet's deposits as far as their chains allow: books confirmed ones (as a case if it
 * is another coin or the sender is listed), and reverses the booking of those that are gone.
 */
export async function advanceDeposits(tx: Tx, catalog: Catalog, wallet: StaticWallet): Promise<Advanced> {
  const deposits = await lockUnsettledDeposits(tx, wallet.id);
  // Read after locking them: a depth from before a reorganisation would be too large for deposits
  // that it included again.
  const depths = await readDepths(tx);
  const gone = deposits.filter(
    ({ status, bookedInclusion, reversalApprovedAt }) =>
      status === "vanished" && bookedInclusion !== null && reversalApprovedAt !== null,
  );
  const confirmable = deposits.filter((deposit) => isConfirmable(deposit, depths.get(deposit.networkCode)));
  const reversed = new Set<string>();
  for (const deposit of gone.slice(0, BATCH)) {
    const topUpId = await reverseDeposit(tx, wallet, deposit);
    if (topUpId !== null) reversed.add(topUpId);
  }
  const room = Math.max(0, BATCH - gone.length);
  for (const deposit of confirmable.slice(0, room)) await confirmDeposit(tx, catalog, wallet, deposit);
  return { reversed, isMore: gone.length + confirmable.length > BATCH };
}

async function confirmDeposit(tx: Tx, catalog: Catalog, wallet: StaticWallet, seen: Deposit): Promise<void> {
  // It left the chain and came back before a reversal was approved: its value was never removed
  // from the ledger.
  if (seen.bookedInclusion !== null) return markConfirmed(tx, seen.id);
  const deposit = await evaluateDust(tx, catalog, seen);
  const isListed = (await screenDeposit(tx, catalog, deposit)).isHit;
  const kind = isListed ? ("locked" as const) : walletCaseKind(wallet, deposit);
  const { currencyCode, networkCode } = deposit;
  const { merchantId } = wallet;
  if (kind === null) return bookDeposit(tx, deposit, invoicePending(merchantId, currencyCode));
  await bookDeposit(tx, deposit, heldFunds(merchantId, currencyCode));
  const amount = deposit.amount.toFixed();
  const about = { merchantId, kind, depositId: deposit.id, invoiceId: null, walletId: wallet.id };
  await openCase(tx, { ...about, currencyCode, networkCode, amount, isQuiet: deposit.holdReason === "dust" });
}

/**
 * Reverses first what the deposit had become, then its booking. Always reported to the operator.
 */
async function reverseDeposit(tx: Tx, wallet: StaticWallet, deposit: Deposit): Promise<string | null> {
  const opened = (await findCasesOfDeposits(tx, [deposit.id])).get(deposit.id);
  const credit = (await listCreditsOf(tx, [deposit.id])).find(({ isStanding }) => isStanding);
  if (credit !== undefined) {
    await reverseCredit(tx, { wallet }, credit.topUpId, deposit, credit);
    await insertEvent(tx, credit.topUpId, "deposit-reversed", depositDetail(deposit));
  }
  await unbookDeposit(tx, deposit, await accountOf(tx, wallet, deposit, opened));
  await raiseAlarm(tx, {
    kind: "deposit-reversed",
    subject: deposit.id,
    message: `${moneyText(deposit.amount.toFixed(), deposit.currencyCode)} of static wallet ${wallet.id} is no longer on ${deposit.networkCode} although it was booked (${deposit.transactionId})`,
  });
  return credit?.topUpId ?? null;
}

/** Ends the deposit's case or hold and returns the account that then holds its value. */
async function accountOf(
  tx: Tx,
  wallet: StaticWallet,
  deposit: Deposit,
  opened: OpenedCase | undefined,
): Promise<AccountName> {
  const pending = invoicePending(wallet.merchantId, deposit.currencyCode);
  if (opened !== undefined && !isReleased(opened)) return reverseCase(tx, opened, deposit, null);
  const hold = (await listStandingHolds(tx, wallet.id)).get(deposit.id);
  if (hold !== undefined) await releaseHold(tx, wallet, deposit, hold);
  return opened === undefined ? pending : reverseCase(tx, opened, deposit, pending);
}
