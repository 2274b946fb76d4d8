import type { OpenedCase } from "@/lib/cases/case";
import { closeCase, lockCase } from "@/lib/cases/repo";
import { readCaseInvoice, readCommission } from "@/lib/cases/terms-repo";
import { loadCatalog } from "@/lib/catalog/queries";
import { creditPayment } from "@/lib/credits/credit-payment";
import { type Tx, withTransaction } from "@/lib/db";
import { inclusionReference } from "@/lib/deposits/deposit";
import { lockDeposit } from "@/lib/deposits/repo";
import { AppError, invariant } from "@/lib/errors";
import type { Invoice } from "@/lib/invoices/invoice";
import { commissionOn } from "@/lib/invoices/payer-amount";
import { insertEvent, lockInvoice } from "@/lib/invoices/repo";
import { settleInTransaction } from "@/lib/invoices/settle-invoice";
import type { InvoiceStatus } from "@/lib/invoices/status";
import { heldFunds, invoicePending } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { type Decimal, HUNDRED } from "@/lib/money/decimal";
import { lockWallet } from "@/lib/wallets/repo";

export type CaseDecision = {
  readonly caseId: string;
  /** Whose case it is; null for one without an owner, which only the operator may decide. */
  readonly merchantId: string | null;
  /** For a case without an owner: the merchant that gets the money. */
  readonly creditTo?: string;
  readonly actorId: string | null;
};

/** Invoices that a late payment can still decide; any other was decided for good without it. */
const OPEN_TO_LATE: readonly InvoiceStatus[] = ["check", "process", "cancel", "wrong_amount"];

/**
 * Credits the deposit of a case. A late payment goes to its invoice, which is decided anew with it, unless the invoice was meanwhile
 * paid otherwise or failed; any other is credited to the merchant as it is, less the service's commission. Once: a second call is
 * refused.
 * @throws AppError `not_found`, or `refused` when the case is closed or its deposit is not in the books
 */
export async function creditCase(decision: CaseDecision): Promise<void> {
  const catalog = await loadCatalog();
  await withTransaction(async (tx) => {
    const { opened, invoice } = await lockWithInvoice(tx, decision);
    if (opened.status !== "open") throw new AppError("refused", "The case is closed");
    const deposit = await lockDeposit(tx, opened.depositId);
    if (deposit?.bookedInclusion == null || deposit.status === "vanished")
      throw new AppError("refused", "The deposit left its chain");
    const reference = inclusionReference({ id: opened.id }, deposit.bookedInclusion);
    const takesLate = opened.kind === "late" && invoice !== null && OPEN_TO_LATE.includes(invoice.status);
    const kind = opened.kind === "late" && !takesLate ? "extra" : opened.kind;
    await closeCase(tx, opened.id, { status: "credited", resolution: "Credited", closedById: decision.actorId, kind });
    if (takesLate) {
      await passToInvoice(tx, opened, invoice.merchantId, reference);
      await insertEvent(tx, invoice.id, "case-credited", { case: opened.id });
      await settleInTransaction(tx, catalog, invoice.id, new Date());
      return;
    }
    const service = catalog.service(opened.currencyCode, opened.networkCode);
    invariant(service, `case ${opened.id} is of a known service`);
    await creditAsItIs(tx, opened, decision, {
      reference,
      percent: service.paymentFeePercent,
      fixed: service.paymentFeeFixed,
    });
    if (opened.invoiceId !== null) await insertEvent(tx, opened.invoiceId, "case-credited", { case: opened.id });
  });
}

/** The invoice or wallet is locked before its case, as everywhere, so that two commands cannot wait for each other. */
async function lockWithInvoice(
  tx: Tx,
  decision: CaseDecision,
): Promise<{ readonly opened: OpenedCase; readonly invoice: Invoice | null }> {
  const found = await readCaseInvoice(tx, decision.caseId, decision.merchantId);
  if (found === null) throw new AppError("not_found", "Case not found");
  const invoice = found.invoiceId === null ? null : await lockInvoice(tx, found.invoiceId);
  if (found.walletId !== null) await lockWallet(tx, found.walletId);
  const opened = await lockCase(tx, decision.caseId, decision.merchantId);
  invariant(opened, "a case is never deleted");
  return { opened, invoice };
}

async function passToInvoice(tx: Tx, opened: OpenedCase, merchantId: string, reference: string): Promise<void> {
  await postEntry(tx, {
    kind: "case.credit",
    reference,
    groupId: `case:${reference}`,
    legs: [
      {
        debit: heldFunds(merchantId, opened.currencyCode),
        credit: invoicePending(merchantId, opened.currencyCode),
        amount: opened.amount,
      },
    ],
  });
}

async function creditAsItIs(
  tx: Tx,
  opened: OpenedCase,
  decision: CaseDecision,
  terms: { reference: string; percent: Decimal; fixed: Decimal },
): Promise<void> {
  const merchantId = opened.merchantId ?? decision.creditTo;
  if (merchantId === undefined) throw new AppError("refused", "Say which merchant is to be credited");
  const own = await readCommission(tx, merchantId);
  const commission = commissionOn(opened.amount, {
    commissionRate: own ?? terms.percent.dividedBy(HUNDRED),
    commissionFixed: terms.fixed,
    subtractPercent: 0,
  });
  const { currencyCode: currency, amount } = opened;
  const { reference } = terms;
  const from = heldFunds(opened.merchantId ?? "", currency);
  await creditPayment(tx, {
    merchantId,
    invoiceId: opened.invoiceId,
    parts: [{ kind: "case.credit", reference, groupId: `case:${reference}`, currency, amount, commission, from }],
  });
}
