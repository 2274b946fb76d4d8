import { caseCommission } from "@/lib/cases/case-commission";
import { assertDecidable, isDecidedBy } from "@/lib/cases/lock-case";
import { findCase } from "@/lib/cases/repo";
import { loadCatalog } from "@/lib/catalog/queries";
import { CONVERTED_TO, isConverted } from "@/lib/conversions/conversion";
import { readCreditTerms } from "@/lib/credits/repo";
import { database } from "@/lib/db";
import { AppError, invariant } from "@/lib/errors";
import { findDeposits } from "@/lib/refunds/repo";

/** What crediting a case without an owner would do, in exact decimal strings of its coin. */
export type CaseCreditPreview = {
  readonly amount: string;
  readonly commission: string;
  readonly credited: string;
  readonly currency: string;
  /** What the merchant has it converted to at once; null: it stays as it came. */
  readonly convertedTo: string | null;
};

/**
 * What giving a case without an owner to a merchant would do, by the terms of now. Moves nothing.
 * @throws AppError `not_found` for no such case or merchant; `refused` when it cannot be decided
 */
export async function previewCaseCredit(question: {
  readonly caseId: string;
  readonly creditTo: string;
}): Promise<CaseCreditPreview> {
  const { caseId, creditTo } = question;
  const opened = await findCase(database(), caseId);
  if (opened === null || !isDecidedBy(opened, null)) throw new AppError("not_found", "Case not found");
  const [deposit] = await findDeposits(database(), [opened.depositId]);
  invariant(deposit, "a deposit is never deleted");
  assertDecidable({ opened, deposit });
  const { amount, currencyCode: currency } = opened;
  const service = (await loadCatalog()).service(currency, opened.networkCode);
  invariant(service, `case ${caseId} is of a known service`);
  const [commission, { convertedCoins }] = await Promise.all([
    caseCommission(database(), creditTo, amount, service),
    readCreditTerms(database(), creditTo),
  ]);
  return {
    amount: amount.toFixed(),
    commission: commission.toFixed(),
    credited: amount.minus(commission).toFixed(),
    currency,
    convertedTo: isConverted(convertedCoins, currency) ? CONVERTED_TO : null,
  };
}
