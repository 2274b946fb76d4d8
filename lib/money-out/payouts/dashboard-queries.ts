import { describeReceiver } from "@/lib/delivery/webhooks/queue-webhook";
import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";
import { type DecimalLike, decimal } from "@/lib/kernel/money/decimal";
import { toPage, toWindow } from "@/lib/kernel/paging/list-page";
import { toTabs } from "@/lib/kernel/paging/tab-counts";
import type { ListCountsAndTotals } from "@/lib/kernel/paging/tab-counts-schema";
import { refusal } from "@/lib/kernel/refusals";
import { countPayoutStatuses, sumPayouts } from "@/lib/money-out/payouts/counts-repo";
import { readOutflowParts, selectPersonNames } from "@/lib/money-out/payouts/dashboard-outflow";
import {
  PAYOUT_PAGE_SIZE,
  type PayoutConversionView,
  type PayoutDetailView,
  type PayoutFilterQuery,
  type PayoutGroup,
  type PayoutListQuery,
  type PayoutPageOfRows,
  type PayoutRowView,
  type Viewer,
} from "@/lib/money-out/payouts/dashboard-schema";
import {
  findPayoutRow,
  findSettledCoin,
  type PayoutListFilter,
  type PayoutRow,
  selectPayoutPage,
} from "@/lib/money-out/payouts/list-repo";
import type { PayoutConversion } from "@/lib/money-out/payouts/payout";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { isFinal, type PayoutStatus } from "@/lib/money-out/payouts/status";
import { explorerAddressUrl, explorerTransactionUrl } from "@/lib/pricing/catalog/availability";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/** The statuses of each filter option. Every status belongs to one group. */
const STATUSES_OF_GROUP: Readonly<Record<PayoutGroup, readonly PayoutStatus[]>> = {
  moving: ["process"],
  waiting: ["check"],
  paid: ["paid"],
  failed: ["fail", "system_fail"],
  cancelled: ["cancel"],
};

/** Returns a page of a merchant's payouts. */
export async function listPayoutRows(merchantId: string, query: PayoutListQuery): Promise<PayoutPageOfRows> {
  const filter = toPayoutFilter(query);
  // Fetch one extra row to detect whether there is a next page.
  const [rows, catalog] = await Promise.all([
    selectPayoutPage(merchantId, filter, PAYOUT_PAGE_SIZE + 1),
    loadCatalog(),
  ]);
  const page = toPage(rows, PAYOUT_PAGE_SIZE, filter, (row) => ({ at: row.createdAt, id: row.id }));
  const { firstCursor, nextCursor } = page;
  return { items: page.rows.map((row) => toRowView(row, catalog)), firstCursor, nextCursor };
}

/** Counts the list's tabs for the filter otherwise set, and adds up what it matches. */
export async function countPayouts(merchantId: string, query: PayoutFilterQuery): Promise<ListCountsAndTotals> {
  const filter = toPayoutFilter(query);
  const [counts, totals] = await Promise.all([countPayoutStatuses(merchantId, filter), sumPayouts(merchantId, filter)]);
  return { counts: toTabs(STATUSES_OF_GROUP, counts), totals };
}

/** Converts the query parameters to a database filter. */
export function toPayoutFilter(query: PayoutFilterQuery & Pick<PayoutListQuery, "cursor">): PayoutListFilter {
  return {
    ...toWindow(query),
    statuses: query.status ? STATUSES_OF_GROUP[query.status] : null,
    search: query.q || null,
    coin: query.coin?.toUpperCase() ?? null,
    network: query.network?.toLowerCase() ?? null,
  };
}

/**
 * Returns all details of one of the merchant's payouts. @throws AppError `not_found`, also for
 * another merchant's payout
 */
export async function getPayoutDetail(merchantId: string, id: string, viewer: Viewer): Promise<PayoutDetailView> {
  const [row, payout, catalog] = await Promise.all([
    findPayoutRow(merchantId, id),
    findMerchantPayout(merchantId, id),
    loadCatalog(),
  ]);
  if (row === null || payout === null) throw refusal("payout_not_found");
  const [outflowPartsOf, names, settledCoin, receiver] = await Promise.all([
    readOutflowParts("payout", [row.id], viewer),
    selectPersonNames([row.createdById]),
    findSettledCoin(row.id),
    describeReceiver(payout),
  ]);
  const parts = outflowPartsOf(row.id);
  return {
    ...toRowView(row, catalog),
    ...destinationLinks(row, catalog),
    isFinal: isFinal(row.status),
    isCancellable: !isFinal(row.status) && (parts.send?.isUnsigned ?? true),
    askedAmount: row.amountText,
    askedCurrency: row.currencyCode,
    isSubtract: row.isSubtract,
    commission: payout.commission.toFixed(),
    conversion: payout.conversion && toConversionView(payout.conversion),
    balanceAfter: payout.balanceAfter.toFixed(),
    priority: catalog.network(row.networkCode)?.hasPriority ? row.priority : null,
    memo: row.memo,
    requestedRateSource: row.requestedRateSource,
    receiver,
    failure: row.failure,
    requestedBy: row.createdById && (names.get(row.createdById) ?? "somebody"),
    settledCoin,
    updatedAt: row.updatedAt.toISOString(),
    finalAt: row.finalAt?.toISOString() ?? null,
    ...parts,
  };
}

/** Returns explorer links for the destination and the transaction. */
export function destinationLinks(
  row: { readonly networkCode: string; readonly address: string; readonly transactionId: string | null },
  catalog: Catalog,
) {
  const network = catalog.network(row.networkCode);
  const { transactionId } = row;
  return {
    addressUrl: network && explorerAddressUrl(network, row.address),
    transactionId,
    transactionUrl: network && transactionId ? explorerTransactionUrl(network, transactionId) : null,
  };
}

function toRowView(row: PayoutRow, catalog: Catalog): PayoutRowView {
  return {
    id: row.id,
    orderId: row.orderId,
    status: row.status,
    sentAmount: decimal(row.sentAmount).toFixed(),
    currency: row.payerCode,
    networkName: catalog.network(row.networkCode)?.name ?? row.networkCode,
    address: row.address,
    debitedAmount: decimal(row.debitedAmount).toFixed(),
    fromCurrency: row.fromCode,
    createdAt: row.createdAt.toISOString(),
  };
}

export function toConversionView(conversion: PayoutConversion): PayoutConversionView {
  return {
    fromAmount: conversion.fromAmount.toFixed(),
    fromCurrency: conversion.fromCode,
    toAmount: conversion.toAmount.toFixed(),
    toCurrency: conversion.toCode,
    fee: conversion.fee.toFixed(),
    rate: conversion.rate.toFixed(),
    rateSource: conversion.rateSource,
    rateAt: conversion.rateAt.toISOString(),
  };
}

const PAGE_ROWS = 1_000;
const ROWS_MAX = 2_000_000;

const exact = (amount: DecimalLike) => decimal(amount).toFixed();

/**
 * Amounts are exact decimals in the currency next to them, times are ISO 8601 in UTC; unknown
 * values are empty.
 */
const FILE_COLUMNS: readonly CsvColumn<PayoutRow>[] = [
  { header: "uuid", value: (row) => row.id },
  { header: "order_id", value: (row) => row.orderId },
  { header: "status", value: (row) => row.status },
  { header: "amount", value: (row) => exact(row.amount) },
  { header: "currency", value: (row) => row.currencyCode },
  { header: "sent_amount", value: (row) => exact(row.sentAmount) },
  { header: "commission", value: (row) => exact(row.commission) },
  { header: "payer_currency", value: (row) => row.payerCode },
  { header: "network", value: (row) => row.networkCode },
  { header: "address", value: (row) => row.address },
  { header: "memo", value: (row) => row.memo },
  { header: "txid", value: (row) => row.transactionId },
  { header: "debited_amount", value: (row) => exact(row.debitedAmount) },
  { header: "from_currency", value: (row) => row.fromCode },
  { header: "balance_after", value: (row) => exact(row.balanceAfter) },
  { header: "failure", value: (row) => row.failure },
  { header: "created_at", value: (row) => row.createdAt.toISOString() },
  { header: "final_at", value: (row) => row.finalAt?.toISOString() ?? null },
];

/** Exports a merchant's payouts that match the filter, in its order, as a file. */
export function exportPayouts(merchantId: string, query: PayoutFilterQuery, now: Date): TextDownload {
  const filter = toPayoutFilter(query);
  const readFrom = (last: PayoutRow | null) =>
    selectPayoutPage(merchantId, { ...filter, beyond: last && { at: last.createdAt, id: last.id } }, PAGE_ROWS);
  return csvDownload(`payouts-${now.toISOString().slice(0, 10)}`, FILE_COLUMNS, rowsByKey(readFrom, ROWS_MAX));
}
