import type { Tx } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { heldFunds, invoicePending } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { findCase, lockCaseRow, type OpenedCase } from "@/lib/money-in/cases/case";
import { type Deposit, inclusionReference } from "@/lib/money-in/deposits/deposit";
import { isDust } from "@/lib/money-in/deposits/evaluate-deposit";
import { lockDeposit } from "@/lib/money-in/deposits/repo";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { lockInvoice } from "@/lib/money-in/invoices/repo";
import { lockWallet } from "@/lib/money-in/static-wallets/repo";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import type { Catalog } from "@/lib/pricing/catalog/queries";

/** A case with its owner and deposit, all locked. */
export type LockedCase = {
  readonly opened: OpenedCase;
  readonly deposit: Deposit;
  readonly invoice: Invoice | null;
  readonly wallet: StaticWallet | null;
};

/**
 * Locks a case after its owner and its deposit, the lock order used everywhere, to avoid deadlocks.
 */
export async function lockOwnersOfCase(tx: Tx, caseId: string): Promise<LockedCase> {
  const found = await findCase(tx, caseId);
  invariant(found, `case ${caseId} is there`);
  const invoice = found.invoiceId === null ? null : await lockInvoice(tx, found.invoiceId);
  const wallet = found.walletId === null ? null : await lockWallet(tx, found.walletId);
  const deposit = await lockDeposit(tx, found.depositId);
  const opened = await lockCaseRow(tx, caseId);
  invariant(opened && deposit, "neither a case nor a deposit is ever deleted");
  return { opened, deposit, invoice, wallet };
}

/**
 * Locks a case for the party that decides it: a merchant its own cases; null, the operator, cases
 * without an owner and cases held by screening.
 * @throws AppError `not_found`, also for a case that belongs to someone else
 */
export async function lockDecidableCase(tx: Tx, caseId: string, merchantId: string | null): Promise<LockedCase> {
  const found = await findCase(tx, caseId);
  if (found === null || !isDecidedBy(found, merchantId)) throw new AppError("not_found", "Case not found");
  return await lockOwnersOfCase(tx, caseId);
}

/** @throws AppError `forbidden` to a merchant whose own case screening holds */
export function isDecidedBy(opened: Pick<OpenedCase, "merchantId" | "kind">, merchantId: string | null): boolean {
  if (merchantId === null) return opened.merchantId === null || opened.kind === "locked";
  if (opened.merchantId !== merchantId) return false;
  if (opened.kind === "locked") throw new AppError("forbidden", "Only the operator decides about screening");
  return true;
}

/**
 * @throws AppError `refused` when the case is closed, its deposit is not booked and confirmed, or
 *   the gateway cannot move it
 */
export function assertDecidable({ opened, deposit }: Pick<LockedCase, "opened" | "deposit">): void {
  if (opened.status !== "open") throw new AppError("refused", "The case is closed");
  if (deposit.bookedInclusion === null || deposit.status !== "confirmed")
    throw new AppError("refused", "The payment is no longer on the chain");
  if (deposit.holdReason === "token")
    throw new AppError(
      "refused",
      "It carries a token that the gateway cannot move, so it can't be credited or refunded",
    );
}

/**
 * A deposit that was dust when it was booked can be credited once it no longer is, since fees fall.
 * @throws AppError `refused` while spending it costs more than it holds
 */
export async function assertWorthSpending(tx: Tx, catalog: Catalog, deposit: Deposit): Promise<void> {
  if (deposit.holdReason !== "dust" || !(await isDust(tx, catalog, deposit))) return;
  throw new AppError(
    "refused",
    "Spending it currently costs more than its value. It can be credited when network fees are lower",
  );
}

/**
 * Moves the deposit of a case to pending, so that its invoice or wallet is settled with it from
 * then on.
 */
export async function releaseToPending(
  tx: Tx,
  { opened, deposit }: Pick<LockedCase, "opened" | "deposit">,
  merchantId: string,
): Promise<void> {
  const { id, currencyCode, amount } = opened;
  const reference = inclusionReference({ id }, deposit.bookedInclusion ?? deposit.inclusion);
  const [debit, credit] = [heldFunds(merchantId, currencyCode), invoicePending(merchantId, currencyCode)];
  const legs = [{ debit, credit, amount }];
  await postEntry(tx, { kind: "case.credit", reference, groupId: `case:${reference}`, legs });
}
