import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { moneyText } from "@/lib/kernel/money/format";
import { hotCustody, operatorCapital } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { type Deposit, inclusionReference, isConfirmable } from "@/lib/money-in/deposits/deposit";
import { lockDeposit, markBooked, markConfirmed, markUnbooked, readDepths } from "@/lib/money-in/deposits/repo";
import { listOpenReceipts } from "@/lib/sending/treasury/fill-treasury";

/**
 * Brings the books up to date with external receipts of a hot wallet: confirmed ones are the
 * operator's capital, those that left their chain no longer are. `ownerId` is the wallet's, on all
 * networks of its family. Safe to repeat.
 */
export async function settleHotReceipts(ownerId: string): Promise<void> {
  for (const depositId of await listOpenReceipts(database(), ownerId)) {
    await withTransaction((tx) => settleHotReceipt(tx, depositId));
  }
}

async function settleHotReceipt(tx: Tx, depositId: string): Promise<void> {
  const deposit = await lockDeposit(tx, depositId);
  if (deposit === null) return;
  if (deposit.status === "vanished") {
    if (deposit.bookedInclusion === null || deposit.reversalApprovedAt === null) return;
    return takeBack(tx, deposit, deposit.bookedInclusion);
  }
  const depths = await readDepths(tx);
  if (!isConfirmable(deposit, depths.get(deposit.networkCode))) return;
  // It left the chain and returned before its reversal was approved: its value never left the
  // books.
  if (deposit.bookedInclusion !== null) return markConfirmed(tx, deposit.id);
  await book(tx, deposit);
}

async function book(tx: Tx, deposit: Deposit): Promise<void> {
  const reference = inclusionReference(deposit, deposit.inclusion);
  const hot = hotCustody(deposit.networkCode, deposit.currencyCode);
  await postEntry(tx, {
    kind: "capital.fund",
    reference,
    groupId: `deposit:${reference}`,
    legs: [{ debit: hot, credit: operatorCapital(deposit.currencyCode), amount: deposit.amount }],
  });
  await markBooked(tx, deposit);
}

async function takeBack(tx: Tx, deposit: Deposit, inclusion: number): Promise<void> {
  const reference = inclusionReference(deposit, inclusion);
  const hot = hotCustody(deposit.networkCode, deposit.currencyCode);
  await postEntry(tx, {
    kind: "capital.fund-reverse",
    reference,
    groupId: `deposit:${reference}`,
    legs: [{ debit: operatorCapital(deposit.currencyCode), credit: hot, amount: deposit.amount }],
  });
  await markUnbooked(tx, deposit.id);
  const message = `${moneyText(deposit.amount.toFixed(), deposit.currencyCode)} that funded the hot wallet on ${deposit.networkCode} left its chain (${deposit.transactionId})`;
  await raiseAlarm(tx, { kind: "deposit-reversed", subject: deposit.id, message });
}
