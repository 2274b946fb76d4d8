import { caseCommission } from "@/lib/cases/case-commission";
import type { CaseCreditPreview } from "@/lib/cases/credit-preview-schema";
import { lateCommission } from "@/lib/cases/late-commission";
import { assertDecidable, assertWorthSpending, isDecidedBy } from "@/lib/cases/lock-case";
import { findCase } from "@/lib/cases/repo";
import { takesLate } from "@/lib/cases/takes-late";
import { loadCatalog } from "@/lib/catalog/queries";
import { CONVERTED_TO, isConverted } from "@/lib/conversions/conversion";
import { readCreditTerms } from "@/lib/credits/repo";
import { database } from "@/lib/db";
import { AppError, invariant } from "@/lib/errors";
import { findInvoiceById } from "@/lib/invoices/repo";
import { findDeposits } from "@/lib/refunds/repo";

/**
 * What crediting a case would do, by the terms of now: a merchant's own, or with `merchantId` null one without an owner, to the merchant
 * that gets the money. Moves nothing.
 * @throws AppError `not_found` for no such case or merchant, also for another merchant's; `forbidden` to a merchant for what screening
 * holds; `refused` when it cannot be decided
 */
export async function previewCaseCredit(question: {
  readonly caseId: string;
  readonly merchantId: string | null;
  readonly creditTo: string;
}): Promise<CaseCreditPreview> {
  const { caseId, merchantId, creditTo } = question;
  const db = database();
  const opened = await findCase(db, caseId);
  if (opened === null || !isDecidedBy(opened, merchantId)) throw new AppError("not_found", "Case not found");
  const [deposit] = await findDeposits(db, [opened.depositId]);
  invariant(deposit, "a deposit is never deleted");
  assertDecidable({ opened, deposit });
  const catalog = await loadCatalog();
  await assertWorthSpending(db, catalog, deposit);
  const { amount, currencyCode: currency } = opened;
  const service = catalog.service(currency, opened.networkCode);
  invariant(service, `case ${caseId} is of a known service`);
  const invoice = opened.invoiceId === null ? null : await findInvoiceById(db, opened.invoiceId);
  const isForInvoice = takesLate(opened, invoice);
  const [commission, { convertedCoins }] = await Promise.all([
    isForInvoice ? lateCommission(db, invoice, deposit) : caseCommission(db, creditTo, amount, service),
    readCreditTerms(db, creditTo),
  ]);
  return {
    amount: amount.toFixed(),
    commission: commission.toFixed(),
    credited: amount.minus(commission).toFixed(),
    currency,
    convertedTo: isConverted(convertedCoins, currency) ? CONVERTED_TO : null,
    isForInvoice,
  };
}
