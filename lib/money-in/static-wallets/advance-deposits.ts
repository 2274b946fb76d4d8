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
 * What is done in one transaction at most. Anybody may send to the address, a thousand deposits in
 * one transaction of a cheap chain, and a transaction that they make too long would hold up the
 * wallet for good.
 */
export const BATCH = 100;

export type Advanced = {
  /** Top-ups that lost a deposit. */
  readonly reversed: ReadonlySet<string>;
  /** There is more to do than one transaction takes. */
  readonly isMore: boolean;
};

/**
 * Takes a wallet's deposits as far as their chains allow: booked (or a case, where it is not the
 * wallet's coin, or a list names the sender), or taken out of the books when they are gone.
 */
export async function advanceDeposits(tx: Tx, catalog: Catalog, wallet: StaticWallet): Promise<Advanced> {
  const deposits = await lockUnsettledDeposits(tx, wallet.id);
  // Asked after they are locked: a depth from before a reorganisation would be too large for what
  // it included again.
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
  // It left the chain and came back before a reversal was agreed to: its value never left the
  // books.
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
 * Whatever the deposit had become is undone first, then its booking. Reported to the operator,
 * never silent.
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

/** Where the deposit's value stands once its case or hold has ended. */
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
