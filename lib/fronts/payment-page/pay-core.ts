import type { PayRefundPart } from "@/lib/exceptions/refund-requests/pay-refund-requests";
import { toPayRefunds } from "@/lib/fronts/payment-page/pay-refunds";
import type { PayRows } from "@/lib/fronts/payment-page/pay-repo";
import type { PayCase, PayCore, PayDeposit, PayNetwork, PayQuote, PayView } from "@/lib/fronts/payment-page/pay-view";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import { isReleased } from "@/lib/money-in/cases/case";
import { QUOTES_MAX } from "@/lib/money-in/invoices/choose-coin";
import { renewalBlocker } from "@/lib/money-in/invoices/renew-for-payer";
import { questionnairePath } from "@/lib/money-in/questionnaires/list-views";
import { amlStatusOf } from "@/lib/money-in/questionnaires/schema";
import { explorerTransactionUrl } from "@/lib/pricing/catalog/availability";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";

const REFERENCE_LENGTH = 8;
/** Scale of the column that sums the received amounts. */
const WORTH_DECIMALS = 18;

/**
 * Returns what the page shows of an invoice's rows. Pure.
 * @throws Error for a quote in a coin that is not in the catalog
 */
export function toPayCore(rows: PayRows, catalog: Catalog, refundPart: PayRefundPart, now: Date): PayCore {
  const { invoice, merchant } = rows;
  const quote = toPayQuote(rows, catalog);
  return {
    uuid: invoice.id,
    orderId: invoice.orderId,
    status: invoice.status,
    isPaidByHand: invoice.paymentOutcome === "manual",
    internalAmount: rows.internalAmount === null ? null : decimal(rows.internalAmount),
    isPaidLate: invoice.paymentOutcome === "late",
    isCancelledByHand: rows.renewal?.isCancelledByHand ?? false,
    isRenewable: rows.renewal !== null && renewalBlocker(rows.renewal) === null,
    lateDriftPercent: merchant.lateDriftPercent,
    isReversed: invoice.reversedAt !== null,
    amount: decimal(invoice.amount),
    currency: invoice.currencyCode,
    isFiat: catalog.currency(invoice.currencyCode)?.kind === "fiat",
    isPaymentMultiple: invoice.isPaymentMultiple,
    accuracyPercent: decimal(invoice.accuracyPercent),
    urlReturn: webAddress(invoice.urlReturn),
    urlSuccess: webAddress(invoice.urlSuccess),
    createdAt: invoice.createdAt,
    lifetimeSeconds: invoice.lifetimeSeconds,
    expiresAt: invoice.expiresAt,
    finalAt: invoice.finalAt,
    merchantName: merchant.name,
    arePaymentsBlocked: merchant.arePaymentsBlocked,
    latePolicy: merchant.latePolicy,
    supportContact: merchant.supportContact,
    quote,
    quoteCount: invoice.quotes.length,
    mayRequote: invoice.quotes.length < QUOTES_MAX,
    changesLeft: Math.max(0, QUOTES_MAX - invoice.quotes.length),
    confirmedAmount: decimal(invoice.paidAmount),
    deposits: toPayDeposits(rows, catalog, quote),
    cases: toPayCases(rows, catalog),
    refunds: toPayRefunds(rows, catalog),
    ...refundPart,
    questionnaire: toPayQuestionnaire(rows, now),
  };
}

function toPayQuote({ invoice }: PayRows, catalog: Catalog): PayQuote | null {
  const quote = invoice.quotes.find((candidate) => candidate.id === invoice.currentQuoteId);
  if (quote === undefined) return null;
  const service = catalog.service(quote.currencyCode, quote.networkCode);
  invariant(service !== null, "a quote's service is in the catalog");
  return {
    id: quote.id,
    currency: service.currency.code,
    currencyName: service.currency.name,
    network: toPayNetwork(service.network),
    address: quote.address,
    payerAmount: decimal(quote.payerAmount),
    discountPercent: quote.discountPercent,
    payableDecimals: service.payableDecimals,
    decimals: service.decimals,
    contract: service.contract,
  };
}

/** Returns the public fields of a network. */
export function toPayNetwork(network: CatalogNetwork): PayNetwork {
  const { code, name, tokenStandard, chainId, family, confirmations, blockSeconds, isSandbox } = network;
  return {
    code,
    name,
    tokenStandard,
    chainId,
    family,
    confirmations,
    blockSeconds,
    isSandbox,
    isReady: network.node === "ready",
  };
}

function toPayDeposits(rows: PayRows, catalog: Catalog, current: PayQuote | null): readonly PayDeposit[] {
  const inCases = new Set(rows.cases.filter((entry) => !isReleased(entry)).map((entry) => entry.depositId));
  return rows.deposits
    .filter((deposit) => !inCases.has(deposit.id))
    .map((deposit) => {
      const network = catalog.network(deposit.networkCode);
      const amount = decimal(deposit.amount);
      return {
        transactionId: deposit.transactionId,
        explorerUrl: network && explorerTransactionUrl(network, deposit.transactionId),
        amount,
        currency: deposit.currencyCode,
        networkCode: deposit.networkCode,
        networkName: network?.name ?? deposit.networkCode,
        status: deposit.status,
        confirmations: depthOf(deposit.blockHeight, deposit.syncedHeight),
        confirmationsNeeded: network?.confirmations ?? 1,
        seenAt: deposit.seenAt,
        worth: worthOf(rows, current, { amount, currency: deposit.currencyCode, network: deposit.networkCode }),
      };
    });
}

function toPayCases(rows: PayRows, catalog: Catalog): readonly PayCase[] {
  const deposits = new Map(rows.deposits.map((deposit) => [deposit.id, deposit]));
  return rows.cases.map((entry) => {
    const network = catalog.network(entry.networkCode);
    const deposit = deposits.get(entry.depositId);
    const transactionId = deposit?.transactionId ?? "";
    return {
      reference: entry.id.slice(0, REFERENCE_LENGTH).toUpperCase(),
      kind: payKindOf(entry.kind, deposit?.holdReason ?? null),
      status: entry.status,
      isJudged: entry.resolution !== null,
      amount: decimal(entry.amount),
      currency: entry.currencyCode,
      networkName: network?.name ?? entry.networkCode,
      transactionId,
      explorerUrl: network && explorerTransactionUrl(network, transactionId),
    };
  });
}

/** A deposit held for a reason of its own is neither an overpayment nor in another coin. */
function payKindOf(kind: PayCase["kind"], holdReason: string | null): PayCase["kind"] {
  if (holdReason === null || kind === "locked") return kind;
  return holdReason === "dust" ? "dust" : "unmatched";
}

/** A closed questionnaire is omitted: the page then shows the decision. */
function toPayQuestionnaire({ questionnaire }: PayRows, now: Date): PayView["questionnaire"] {
  if (questionnaire === null) return null;
  const status = amlStatusOf(questionnaire, now);
  return status === "completed" ? null : { status, path: questionnairePath(questionnaire.id) };
}

type Sum = { readonly amount: Decimal; readonly currency: string; readonly network: string };

/**
 * Converts to the current quote's currency as settling does: the same share of the amount due. Zero
 * for a coin without a quote.
 */
function worthOf({ invoice }: PayRows, current: PayQuote | null, sum: Sum): Decimal {
  const own = invoice.quotes.findLast(
    (quote) => quote.currencyCode === sum.currency && quote.networkCode === sum.network,
  );
  if (current === null || own === undefined || decimal(own.payerAmount).isZero()) return ZERO;
  if (own.id === invoice.currentQuoteId) return sum.amount;
  return roundDown(sum.amount.times(current.payerAmount).dividedBy(decimal(own.payerAmount)), WORTH_DECIMALS);
}

function depthOf(blockHeight: bigint | null, head: bigint | null): number {
  if (blockHeight === null || head === null || head < blockHeight) return blockHeight === null ? 0 : 1;
  // tidy-ignore: a count of blocks
  return Number(head - blockHeight) + 1;
}

/** Only URLs that a browser opens as a page; others could run code or place a call. */
function webAddress(text: string | null): string | null {
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}
