import type { CaseKind } from "@/lib/generated/prisma/client";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import type { Tx } from "@/lib/kernel/db";
import { moneyText } from "@/lib/kernel/money/format";
import { heldFunds, invoicePending } from "@/lib/ledger/account";
import { findCasesOfDeposits, isReleased, openCase } from "@/lib/money-in/cases/case";
import { reverseCase } from "@/lib/money-in/cases/reverse-case";
import { reversePaymentCredit } from "@/lib/money-in/credits/reverse-payment-credit";
import { type ChainDepth, type Deposit, isConfirmable } from "@/lib/money-in/deposits/deposit";
import {
  bookDeposit,
  evaluateDust,
  isSenderListed,
  screenDeposit,
  unbookDeposit,
} from "@/lib/money-in/deposits/evaluate-deposit";
import { markConfirmed } from "@/lib/money-in/deposits/repo";
import { toReversibleCredit } from "@/lib/money-in/invoices/credit-matched-deposits";
import {
  BOOKED_MAX,
  type DepositEventKey,
  depositDetail,
  depositEventKey,
  depositEventKind,
  isDustPayment,
  isToBeReversed,
} from "@/lib/money-in/invoices/deposit-batch";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import { caseKindOf } from "@/lib/money-in/invoices/matched-deposits";
import { closeCredit, listStandingCredits } from "@/lib/money-in/invoices/merchant-terms-repo";
import { updateInvoice } from "@/lib/money-in/invoices/repo";
import { canMove, isDecided } from "@/lib/money-in/invoices/status";
import { insertEvent } from "@/lib/money-in/time-line/event";
import type { Catalog } from "@/lib/pricing/catalog/queries";

type Situation = {
  readonly catalog: Catalog;
  readonly invoice: Invoice;
  readonly quotes: readonly Quote[];
  /** The deposits to process now. */
  readonly deposits: readonly Deposit[];
  /** Deposit events that are already in the time line. */
  readonly recorded: ReadonlySet<DepositEventKey>;
  /** Number of the invoice's booked deposits. */
  readonly bookedCount: number;
  readonly depths: ReadonlyMap<string, ChainDepth>;
};

/**
 * Advances an invoice's deposits as far as their chains allow: seen (and their senders screened),
 * booked (for the invoice or as a case), vanished, reversed. Returns the invoice as it is evaluated
 * from here on; `isReopened` when a reversal reopens a final one, which the caller stores.
 */
export async function advanceDeposits(
  tx: Tx,
  situation: Situation,
): Promise<{ readonly invoice: Invoice; readonly isReopened: boolean }> {
  let isReopened = false;
  for (const deposit of situation.deposits) {
    await recordDepositEvent(tx, situation, deposit);
    if (!isToBeReversed(deposit)) continue;
    if (await reverseDeposit(tx, situation.invoice, deposit)) isReopened = true;
  }
  // A payment that arrives while the invoice waits for a reversed part counts again, in whatever
  // order they were seen.
  const invoice = isReopened ? { ...situation.invoice, status: "process" as const } : situation.invoice;
  let bookedCount = situation.bookedCount;
  for (const deposit of situation.deposits) {
    if (!isConfirmable(deposit, situation.depths.get(deposit.networkCode))) continue;
    await confirmDeposit(tx, { ...situation, invoice, bookedCount }, deposit);
    bookedCount += 1;
  }
  return { invoice, isReopened };
}

/**
 * Writes one time line entry per inclusion seen, with the screening result of its sender, and one
 * when it is gone.
 */
async function recordDepositEvent(tx: Tx, { invoice, catalog, recorded }: Situation, deposit: Deposit): Promise<void> {
  const kind = depositEventKind(deposit);
  if (kind === null || recorded.has(depositEventKey(kind, deposit))) return;
  await insertEvent(tx, invoice.id, kind, depositDetail(deposit));
  if (kind === "deposit-seen") await screenDeposit(tx, catalog, deposit);
}

/**
 * The kind of case that a deposit requires; null where it counts. Dust counts until the invoice has
 * too many parts to credit in one transaction.
 */
function kindOf({ catalog, invoice, quotes, bookedCount }: Situation, deposit: Deposit): CaseKind | null {
  const kind = caseKindOf(invoice, deposit, quotes);
  return kind === null && bookedCount >= BOOKED_MAX && isDustPayment(catalog, deposit, quotes) ? "extra" : kind;
}

async function confirmDeposit(tx: Tx, situation: Situation, seen: Deposit): Promise<void> {
  const { catalog, invoice } = situation;
  if (seen.bookedInclusion !== null) {
    // It left the chain and came back before a reversal was approved: its value was never removed
    // from the ledger.
    await markConfirmed(tx, seen.id);
    return;
  }
  const deposit = await evaluateDust(tx, catalog, seen);
  const kind = (await isSenderListed(tx, catalog, deposit)) ? "locked" : kindOf(situation, deposit);
  if (kind === null) {
    await bookDeposit(tx, deposit, invoicePending(invoice.merchantId, deposit.currencyCode));
    await insertEvent(tx, invoice.id, "deposit-confirmed", depositDetail(deposit));
    return;
  }
  await bookDeposit(tx, deposit, heldFunds(invoice.merchantId, deposit.currencyCode));
  const { currencyCode, networkCode } = deposit;
  const amount = deposit.amount.toFixed();
  const about = { merchantId: invoice.merchantId, kind, depositId: deposit.id, invoiceId: invoice.id };
  const isQuiet = deposit.holdReason === "dust";
  const caseId = await openCase(tx, { ...about, currencyCode, networkCode, amount, isQuiet });
  await insertEvent(tx, invoice.id, "case-opened", { ...depositDetail(deposit), case: caseId, kind });
}

/**
 * Reverses a booked deposit that left its chain: first the merchant's credit with its commission,
 * then the booking. Always reported to the operator. Returns whether a final invoice must reopen
 * and wait for it to come back.
 */
async function reverseDeposit(tx: Tx, invoice: Invoice, deposit: Deposit): Promise<boolean> {
  const opened = (await findCasesOfDeposits(tx, [deposit.id])).get(deposit.id);
  const isMatched = opened === undefined || isReleased(opened);
  const pending = invoicePending(invoice.merchantId, deposit.currencyCode);
  if (isMatched) await reverseStandingCredit(tx, invoice, deposit);
  const bookedTo = opened ? await reverseCase(tx, opened, deposit, isMatched ? pending : null) : pending;
  await unbookDeposit(tx, deposit, bookedTo);
  await insertEvent(tx, invoice.id, "deposit-reversed", depositDetail(deposit));
  await raiseAlarm(tx, {
    kind: "deposit-reversed",
    subject: deposit.id,
    message: `${moneyText(deposit.amount.toFixed(), deposit.currencyCode)} of invoice ${invoice.id} is no longer on ${deposit.networkCode} although it was booked (${deposit.transactionId})`,
  });
  return isMatched && isDecided(invoice.status) && canMove(invoice.status, "process");
}

async function reverseStandingCredit(tx: Tx, invoice: Invoice, deposit: Deposit): Promise<void> {
  const credit = (await listStandingCredits(tx, invoice.id)).find((standing) => standing.depositId === deposit.id);
  if (credit === undefined) return;
  await reversePaymentCredit(tx, {
    merchantId: invoice.merchantId,
    invoiceId: invoice.id,
    item: { ...toReversibleCredit(credit), to: invoicePending(invoice.merchantId, credit.currencyCode) },
  });
  await closeCredit(tx, credit);
  // The invoice already waits for another part: this one also gets the full time to come back.
  if (invoice.reversedAt !== null) await updateInvoice(tx, invoice.id, { reversedAt: new Date() });
}
