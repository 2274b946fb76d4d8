import { assertDecidable, isDecidedBy } from "@/lib/exceptions/cases/lock-case";
import { senderRejection } from "@/lib/exceptions/refunds/evaluate-sender";
import { type HeldAmounts, priceHeld, quoteRefundFee, refundService } from "@/lib/exceptions/refunds/held-refund";
import { findDeposits } from "@/lib/exceptions/refunds/repo";
import { database } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { findCase, type OpenedCase } from "@/lib/money-in/cases/case";
import type { Deposit } from "@/lib/money-in/deposits/deposit";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { checkAddress } from "@/lib/sending/destinations/check-destination";
import type { FeeQuote } from "@/lib/sending/fees/fee-quotes-repo";

export type CaseRefundQuestion = {
  readonly caseId: string;
  /**
   * The merchant that owns the case; null for the operator, who decides cases without an owner and
   * cases held by screening.
   */
  readonly merchantId: string | null;
  /** Null: only asks what is known about the sender. */
  readonly address: string | null;
};

/** The effect of refunding a case. The fee is deducted from the deposit. */
export type CaseRefundPlan = {
  readonly opened: OpenedCase;
  readonly service: CatalogService;
  readonly feeQuote: FeeQuote;
  readonly amounts: HeldAmounts;
  /**
   * In canonical form; null if none was given, because no node is queried here about whether the
   * sender is an account or a contract.
   */
  readonly address: string | null;
  /**
   * Without an address: the sender, if nothing known speaks against it; a user has to check that it
   * can receive.
   */
  readonly suggestedAddress: string | null;
  /** Without an address: why the deposit cannot simply be returned to its sender. */
  readonly doubt: string | null;
};

/**
 * Plans the refund of a case. Takes no locks; carrying it out evaluates it again.
 * @throws AppError `not_found`, `forbidden` to a merchant when screening holds the deposit,
 *   `refused` when the case is closed or its deposit is not booked and confirmed,
 *   `service_not_found`, `refund_too_small`, or what is wrong with the address
 */
export async function planCaseRefund({ caseId, merchantId, address }: CaseRefundQuestion): Promise<CaseRefundPlan> {
  const opened = await findCase(database(), caseId);
  if (opened === null || !isDecidedBy(opened, merchantId)) throw new AppError("not_found", "Case not found");
  const [deposit] = await findDeposits(database(), [opened.depositId]);
  invariant(deposit, "a deposit is never deleted");
  assertDecidable({ opened, deposit });
  const catalog = await loadCatalog();
  const service = refundService(catalog, opened.currencyCode, opened.networkCode);
  const destination = await findDestination(catalog, service, deposit, address);
  const feeQuote = await quoteRefundFee(service);
  return { opened, service, feeQuote, amounts: priceHeld(service, opened.amount, feeQuote), ...destination };
}

async function findDestination(
  catalog: Catalog,
  { network }: CatalogService,
  { fromAddress }: Deposit,
  given: string | null,
): Promise<Pick<CaseRefundPlan, "address" | "suggestedAddress" | "doubt">> {
  if (given !== null)
    return { address: await checkAddress(catalog, network, given), suggestedAddress: null, doubt: null };
  const none = { address: null, suggestedAddress: null };
  const doubt = senderRejection(network, fromAddress);
  if (doubt !== null || fromAddress === null) return { ...none, doubt };
  try {
    const suggestedAddress = await checkAddress(catalog, network, fromAddress);
    return { ...none, suggestedAddress, doubt: "It was not checked whether the sender's address can receive a refund" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...none, doubt: "It came from an address to which refunds are not allowed" };
  }
}

/**
 * The effect of refunding a case, as exact decimal strings in its coin, for a user to review before
 * creating the refund.
 */
type CaseRefundPreview = {
  /** The full deposit: amount sent plus fee. */
  readonly amount: string;
  readonly sentAmount: string;
  readonly commission: string;
  readonly currency: string;
  readonly networkCode: string;
  /** The destination; null: an address is required. */
  readonly address: string | null;
  /** Without an address: the sender, for a user to check that it can receive. */
  readonly suggestedAddress: string | null;
  /** Why an address is required, as text. */
  readonly doubt: string | null;
};

/**
 * @throws AppError the error with which the refund would be refused, except for a missing address
 */
export async function previewCaseRefund(question: CaseRefundQuestion): Promise<CaseRefundPreview> {
  const { amounts, service, address, suggestedAddress, doubt } = await planCaseRefund(question);
  return {
    amount: amounts.amount.toFixed(),
    sentAmount: amounts.sentAmount.toFixed(),
    commission: amounts.commission.toFixed(),
    currency: service.currency.code,
    networkCode: service.network.code,
    address,
    suggestedAddress,
    doubt,
  };
}
