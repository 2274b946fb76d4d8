import type { CaseKind } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { heldFunds, invoicePending } from "@/lib/ledger/account";
import { openCase } from "@/lib/money-in/cases/case";
import { bookDeposit } from "@/lib/money-in/deposits/book-deposit";
import { type ChainDepth, type Deposit, isRipe } from "@/lib/money-in/deposits/deposit";
import { isSenderListed, judgeDust, screenDeposit } from "@/lib/money-in/deposits/judge-deposit";
import { markConfirmed } from "@/lib/money-in/deposits/repo";
import {
  depositDetail,
  isGrain,
  isToBeReversed,
  PARTS_MAX,
  type Sighting,
  sightingKind,
  sightingOf,
} from "@/lib/money-in/invoices/deposit-batch";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import { caseKindOf } from "@/lib/money-in/invoices/parts";
import { reverseDeposit } from "@/lib/money-in/invoices/reverse-deposit";
import { insertEvent } from "@/lib/money-in/time-line/event";
import type { Catalog } from "@/lib/pricing/catalog/queries";

type Situation = {
  readonly catalog: Catalog;
  readonly invoice: Invoice;
  readonly quotes: readonly Quote[];
  /** Those to be looked at now. */
  readonly deposits: readonly Deposit[];
  /** Sightings that the time line tells of already. */
  readonly noted: ReadonlySet<Sighting>;
  /** How many of the invoice's deposits stand in the books. */
  readonly bookedCount: number;
  readonly depths: ReadonlyMap<string, ChainDepth>;
};

/**
 * Takes an invoice's deposits as far as their chains allow: seen (and their senders screened), booked (for the invoice or as a case), vanished, reversed.
 * Answers the invoice as it is judged from here on: `isReopened` when a reversal opens a final one again, which the caller writes.
 */
export async function advanceDeposits(
  tx: Tx,
  situation: Situation,
): Promise<{ readonly invoice: Invoice; readonly isReopened: boolean }> {
  let isReopened = false;
  for (const deposit of situation.deposits) {
    await noteSighting(tx, situation, deposit);
    if (!isToBeReversed(deposit)) continue;
    if (await reverseDeposit(tx, situation.invoice, deposit)) isReopened = true;
  }
  // What comes while it waits for a reversed part counts for it again, whatever the order in which they were seen.
  const invoice = isReopened ? { ...situation.invoice, status: "process" as const } : situation.invoice;
  let bookedCount = situation.bookedCount;
  for (const deposit of situation.deposits) {
    if (!isRipe(deposit, situation.depths.get(deposit.networkCode))) continue;
    await confirmDeposit(tx, { ...situation, invoice, bookedCount }, deposit);
    bookedCount += 1;
  }
  return { invoice, isReopened };
}

/** One line in the time line for each inclusion seen, with the lists' word about its sender, and one when it is gone. */
async function noteSighting(tx: Tx, { invoice, catalog, noted }: Situation, deposit: Deposit): Promise<void> {
  const kind = sightingKind(deposit);
  if (kind === null || noted.has(sightingOf(kind, deposit))) return;
  await insertEvent(tx, invoice.id, kind, depositDetail(deposit));
  if (kind === "deposit-seen") await screenDeposit(tx, catalog, deposit);
}

/** The case that it is; null where it counts. Grains count until there are too many parts to be credited in one transaction. */
function kindOf({ catalog, invoice, quotes, bookedCount }: Situation, deposit: Deposit): CaseKind | null {
  const kind = caseKindOf(invoice, deposit, quotes);
  return kind === null && bookedCount >= PARTS_MAX && isGrain(catalog, deposit, quotes) ? "extra" : kind;
}

async function confirmDeposit(tx: Tx, situation: Situation, seen: Deposit): Promise<void> {
  const { catalog, invoice } = situation;
  if (seen.bookedInclusion !== null) {
    // It left the chain and came back before a reversal was agreed to: its value never left the books.
    await markConfirmed(tx, seen.id);
    return;
  }
  const deposit = await judgeDust(tx, catalog, seen);
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
  const isQuiet = deposit.peculiarity === "dust";
  const caseId = await openCase(tx, { ...about, currencyCode, networkCode, amount, isQuiet });
  await insertEvent(tx, invoice.id, "case-opened", { ...depositDetail(deposit), case: caseId, kind });
}
