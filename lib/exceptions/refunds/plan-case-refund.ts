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
   * Whose case it is; null for the operator, who decides those without an owner and those that
   * screening holds.
   */
  readonly merchantId: string | null;
  /** Null: only asked what is known of where it came from. */
  readonly address: string | null;
};

/** What the refund of a case would do. The fee comes out of the deposit. */
export type CaseRefundPlan = {
  readonly opened: OpenedCase;
  readonly service: CatalogService;
  readonly feeQuote: FeeQuote;
  readonly amounts: HeldAmounts;
  /**
   * Canonical; null where none is given: no node is asked here whether the sender is an account or
   * a contract.
   */
  readonly address: string | null;
  /**
   * Without an address: where it came from, when nothing that is known speaks against it; a person
   * has to see that it can receive.
   */
  readonly suggestedAddress: string | null;
  /** Without an address: why it does not simply go back to its sender. */
  readonly doubt: string | null;
};

/**
 * Plans the refund of a case. Nothing is locked: whoever carries it out judges again.
 * @throws AppError `not_found`, `forbidden` to a merchant for what screening holds, `refused` when
 * the case is closed or its deposit is not in the books without a doubt, `service_not_found`,
 * `refund_too_small`, or what is wrong with the address
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
 * What the refund of a case would do, in exact decimal strings of its coin: for a person to look at
 * before ordering it.
 */
type CaseRefundPreview = {
  /** All of the deposit: what arrives and the fee. */
  readonly amount: string;
  readonly sentAmount: string;
  readonly commission: string;
  readonly currency: string;
  readonly networkCode: string;
  /** Where it would go; null: an address has to be given. */
  readonly address: string | null;
  /** Without one: where it came from, for a person to check that it can receive. */
  readonly suggestedAddress: string | null;
  /** Why one has to be given, in words. */
  readonly doubt: string | null;
};

/** @throws AppError what the refund would be refused with, but for a missing address */
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
