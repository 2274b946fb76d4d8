import type { CaseCreditPreview } from "@/lib/exceptions/case-decisions/credit-preview-schema";
import { assertDecidable, assertWorthSpending, isDecidedBy } from "@/lib/exceptions/cases/lock-case";
import { findDeposits } from "@/lib/exceptions/refunds/repo";
import { database, type Tx } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { type Decimal, decimal, HUNDRED, ZERO } from "@/lib/kernel/money/decimal";
import { findCase, type OpenedCase } from "@/lib/money-in/cases/case";
import { CONVERTED_TO, isConverted } from "@/lib/money-in/conversions/conversion";
import { readCreditTerms } from "@/lib/money-in/credits/credit-payment";
import type { Deposit } from "@/lib/money-in/deposits/deposit";
import { commissionAfter } from "@/lib/money-in/invoices/credit-matched-deposits";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import { type MatchedDeposit, quoteOf } from "@/lib/money-in/invoices/matched-deposits";
import { listStandingCredits } from "@/lib/money-in/invoices/merchant-terms-repo";
import { commissionOn } from "@/lib/money-in/invoices/payer-amount";
import { findInvoiceById, listQuotes } from "@/lib/money-in/invoices/repo";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Returns the effect of crediting a case under the current terms: a merchant's own case, or with
 * `merchantId` null a case without an owner, credited to the given merchant. Moves no funds.
 * @throws AppError `not_found` when the case or merchant does not exist or the case belongs to
 *   another merchant; `forbidden` to a merchant when screening holds the deposit; `refused` when
 *   the case cannot be decided
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

/**
 * Returns the commission on a late payment that its invoice accepts, computed as settlement would
 * after the credits that already stand.
 */
async function lateCommission(db: Tx, invoice: Invoice, deposit: Deposit): Promise<Decimal> {
  const [quotes, standing] = await Promise.all([listQuotes(db, invoice.id), listStandingCredits(db, invoice.id)]);
  const quote = quoteOf(deposit, quotes);
  invariant(quote, `a late deposit ${deposit.id} was sent for a quote of its invoice`);
  const credited = await findDeposits(
    db,
    standing.map(({ depositId }) => depositId),
  );
  return commissionAfter(invoice, quote, deposit.amount, { matched: toMatched(credited, quotes), standing });
}

function toMatched(deposits: readonly Deposit[], quotes: readonly Quote[]): MatchedDeposit[] {
  return deposits.flatMap((deposit) => {
    const quote = quoteOf(deposit, quotes);
    return quote === null ? [] : [{ deposit, quote, counted: ZERO }];
  });
}

/**
 * Statuses in which a late payment can still change the outcome; in any other the invoice is
 * already final.
 */
const OPEN_TO_LATE: readonly InvoiceStatus[] = ["check", "process", "cancel", "wrong_amount"];

/**
 * Returns whether crediting the case passes its payment on to the invoice, which is then settled
 * again.
 */
export function takesLate(
  { kind }: Pick<OpenedCase, "kind">,
  invoice: Pick<Invoice, "status"> | null,
): invoice is Invoice {
  return kind === "late" && invoice !== null && OPEN_TO_LATE.includes(invoice.status);
}

/**
 * Returns the commission on a deposit that is credited as received: the merchant's own percentage
 * or the service's, plus the service's fixed part; never more than the deposit. In its
 * coin. @throws AppError when the merchant does not exist
 */
export async function caseCommission(
  tx: Tx,
  merchantId: string,
  amount: Decimal,
  service: CatalogService,
): Promise<Decimal> {
  const own = await readCommission(tx, merchantId);
  return commissionOn(amount, {
    commissionRate: own ?? service.paymentFeePercent.dividedBy(HUNDRED),
    commissionFixed: service.paymentFeeFixed,
    subtractPercent: 0,
  });
}

/**
 * Returns a merchant's own commission as a fraction of 1; null when the service's commission
 * applies. @throws AppError when the merchant does not exist
 */
async function readCommission(tx: Tx, merchantId: string): Promise<Decimal | null> {
  const row = await tx.merchant.findUnique({ where: { id: merchantId }, select: { paymentCommission: true } });
  if (row === null) throw new AppError("not_found", "Merchant not found");
  return row.paymentCommission === null ? null : decimal(row.paymentCommission);
}
