import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import type { Tx } from "@/lib/kernel/db";
import { moneyText } from "@/lib/kernel/money/format";
import { invoicePending } from "@/lib/ledger/account";
import { findCasesOfDeposits } from "@/lib/money-in/cases/case";
import { reverseCase } from "@/lib/money-in/cases/reverse-case";
import { reversePaymentCredit } from "@/lib/money-in/credits/reverse-payment-credit";
import { unbookDeposit } from "@/lib/money-in/deposits/book-deposit";
import type { Deposit } from "@/lib/money-in/deposits/deposit";
import { creditedPart } from "@/lib/money-in/invoices/credit-parts";
import { depositDetail } from "@/lib/money-in/invoices/deposit-batch";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { closeCredit, listStandingCredits } from "@/lib/money-in/invoices/merchant-terms-repo";
import { isPassedOn } from "@/lib/money-in/invoices/parts";
import { updateInvoice } from "@/lib/money-in/invoices/repo";
import { canMove, isDecided } from "@/lib/money-in/invoices/status";
import { insertEvent } from "@/lib/money-in/time-line/event";

/**
 * Takes a booked deposit that is gone from its chain out of the books: the merchant's credit first, with its commission, then the
 * booking. Reported to the operator, never silent. Answers whether a final invoice has to open again and wait for it to come back.
 */
export async function reverseDeposit(tx: Tx, invoice: Invoice, deposit: Deposit): Promise<boolean> {
  const opened = (await findCasesOfDeposits(tx, [deposit.id])).get(deposit.id);
  const isPart = opened === undefined || isPassedOn(opened);
  const pending = invoicePending(invoice.merchantId, deposit.currencyCode);
  if (isPart) await reverseStandingCredit(tx, invoice, deposit);
  const bookedTo = opened ? await reverseCase(tx, opened, deposit, isPart ? pending : null) : pending;
  await unbookDeposit(tx, deposit, bookedTo);
  await insertEvent(tx, invoice.id, "deposit-reversed", depositDetail(deposit));
  await raiseAlarm(tx, {
    kind: "deposit-reversed",
    subject: deposit.id,
    message: `${moneyText(deposit.amount.toFixed(), deposit.currencyCode)} of invoice ${invoice.id} left ${deposit.networkCode} after it was booked (${deposit.transactionId})`,
  });
  return isPart && isDecided(invoice.status) && canMove(invoice.status, "process");
}

async function reverseStandingCredit(tx: Tx, invoice: Invoice, deposit: Deposit): Promise<void> {
  const credit = (await listStandingCredits(tx, invoice.id)).find((standing) => standing.depositId === deposit.id);
  if (credit === undefined) return;
  await reversePaymentCredit(tx, {
    merchantId: invoice.merchantId,
    invoiceId: invoice.id,
    part: { ...creditedPart(credit), to: invoicePending(invoice.merchantId, credit.currencyCode) },
  });
  await closeCredit(tx, credit);
  // It waits for another part already: this one has its whole time to come back as well.
  if (invoice.reversedAt !== null) await updateInvoice(tx, invoice.id, { reversedAt: new Date() });
}
