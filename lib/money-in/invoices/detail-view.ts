import { Decimal, decimal, HUNDRED, ZERO } from "@/lib/kernel/money/decimal";
import { formatFiat } from "@/lib/kernel/money/format";
import type { InvoiceDetailRows } from "@/lib/money-in/invoices/dashboard-repo";
import {
  type DepositDetailView,
  type EventView,
  givenTerms,
  type InvoiceDetailView,
  type QuoteDetailView,
} from "@/lib/money-in/invoices/dashboard-schema";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import type { InvoiceView } from "@/lib/money-in/invoices/schema";
import { isCancelledByHand, isFinal, shownStatus } from "@/lib/money-in/invoices/status";
import { explorerAddressUrl, explorerTransactionUrl } from "@/lib/pricing/catalog/availability";
import type { Catalog } from "@/lib/pricing/catalog/queries";

/** Builds the view of an invoice for its page. */
export function toDetailView(
  invoice: Invoice,
  wire: InvoiceView,
  rows: InvoiceDetailRows & Pick<InvoiceDetailView, "amlLinks" | "receiver">,
  catalog: Catalog,
): InvoiceDetailView {
  return {
    ...givenTerms.parse(invoice),
    id: invoice.id,
    orderId: invoice.orderId,
    walletId: invoice.walletId,
    paymentLink: rows.paymentLink,
    bill: rows.bill,
    receiver: rows.receiver,
    sale: rows.sale && { tip: decimal(rows.sale.tip).toFixed() },
    status: invoice.status,
    shown: shownStatus({
      status: invoice.status,
      isCancelledByHand: isCancelledByHand(rows.events),
      paidAmount: invoice.paidAmount,
    }),
    isFinal: isFinal(invoice.status),
    paymentOutcome: invoice.paymentOutcome,
    amount: invoice.amount.toFixed(),
    currency: invoice.currencyCode,
    discountPercent: invoice.currentQuote?.discountPercent ?? invoice.discountPercent,
    accuracyPercent: invoice.accuracyPercent.toFixed(),
    paidAmount: invoice.paidAmount.toFixed(),
    paidAmountUsd: formatFiat(invoice.paidAmountUsd),
    merchantAmount: wire.merchant_amount,
    ...keptOf(invoice, wire, rows),
    isCredited: invoice.creditedAmount !== null,
    paymentUrl: wire.url,
    createdAt: invoice.createdAt.toISOString(),
    expiresAt: invoice.expiresAt.toISOString(),
    finalAt: invoice.finalAt?.toISOString() ?? null,
    quotes: rows.quotes.map((quote) => toQuoteView(quote, invoice.currentQuote?.id ?? null, catalog)),
    deposits: rows.deposits.map((deposit) => toDepositView(deposit, rows, catalog)),
    amlLinks: rows.amlLinks,
    events: rows.events.map((event) => toEventView(event, catalog)),
    attempts: rows.attempts.map(({ id, startedAt, delivery, ...attempt }) => ({
      ...attempt,
      id: id.toString(),
      at: startedAt.toISOString(),
      event: delivery.eventStatus,
    })),
    wire,
  };
}

/**
 * Returns the amounts that the gateway kept. The API's commission of a top-up includes its wallet's
 * creation fee, which is shown separately here.
 */
function keptOf(invoice: Invoice, wire: InvoiceView, { credits }: InvoiceDetailRows) {
  if (invoice.walletId === null || invoice.commissionAmount === null)
    return { commission: wire.commission, creationFee: null };
  const standing = credits.filter(({ reversedAt }) => reversedAt === null);
  const commission = Decimal.sum(ZERO, ...standing.map((credit) => decimal(credit.commission)));
  const fee = invoice.commissionAmount.minus(commission);
  return { commission: commission.toFixed(), creationFee: fee.gt(ZERO) ? fee.toFixed() : null };
}

function toQuoteView(
  quote: InvoiceDetailRows["quotes"][number],
  currentId: string | null,
  catalog: Catalog,
): QuoteDetailView {
  const network = catalog.network(quote.networkCode);
  return {
    id: quote.id,
    number: quote.number,
    isCurrent: quote.id === currentId,
    currency: quote.currencyCode,
    networkName: network?.name ?? quote.networkCode,
    address: quote.address,
    addressUrl: network && explorerAddressUrl(network, quote.address),
    payerAmount: decimal(quote.payerAmount).toFixed(),
    baseAmount: decimal(quote.baseAmount).toFixed(),
    discount: decimal(quote.discount).toFixed(),
    rate: decimal(quote.rate).toFixed(),
    rateSource: quote.rateSource,
    rateAt: quote.rateAt.toISOString(),
    commissionPercent: decimal(quote.commissionRate).times(HUNDRED).toFixed(),
    commissionFixed: decimal(quote.commissionFixed).toFixed(),
    createdAt: quote.createdAt.toISOString(),
    validUntil: quote.validUntil.toISOString(),
  };
}

function toDepositView(
  deposit: InvoiceDetailRows["deposits"][number],
  { cases, heads }: InvoiceDetailRows,
  catalog: Catalog,
): DepositDetailView {
  const network = catalog.network(deposit.networkCode);
  const head = heads.find((candidate) => candidate.networkCode === deposit.networkCode)?.headHeight;
  return {
    id: deposit.id,
    transactionId: deposit.transactionId,
    transactionUrl: network && explorerTransactionUrl(network, deposit.transactionId),
    networkName: network?.name ?? deposit.networkCode,
    amount: decimal(deposit.amount).toFixed(),
    currency: deposit.currencyCode,
    fromAddress: deposit.fromAddress,
    status: deposit.status,
    confirmations: depthOf(deposit.blockHeight, head),
    confirmationsNeeded: network?.confirmations ?? 1,
    caseId: cases.find((candidate) => candidate.depositId === deposit.id)?.id ?? null,
    seenAt: deposit.seenAt.toISOString(),
  };
}

/** The transaction's own block counts as one; zero while it is in none. */
function depthOf(height: bigint | null, head: bigint | undefined): number {
  if (height === null || head === undefined || head < height) return height === null ? 0 : 1;
  // tidy-ignore: a count of blocks
  return Number(head - height + 1n);
}

/** Shows network names instead of codes, and adds the credited amount as `net`. */
function toEventView(event: InvoiceDetailRows["events"][number], catalog: Catalog): EventView {
  const entries = typeof event.detail === "object" && event.detail !== null ? Object.entries(event.detail) : [];
  const detail: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (typeof value !== "string" && typeof value !== "number") continue;
    detail[name] = name === "network" ? (catalog.network(String(value))?.name ?? String(value)) : String(value);
  }
  if (detail["amount"] !== undefined && detail["commission"] !== undefined) {
    const kept = [detail["commission"], detail["creationFee"] ?? "0"].map((text) => decimal(text));
    detail["net"] = decimal(detail["amount"])
      .minus(Decimal.sum(ZERO, ...kept))
      .toFixed();
  }
  return { id: event.id.toString(), at: event.at.toISOString(), kind: event.kind, detail };
}
