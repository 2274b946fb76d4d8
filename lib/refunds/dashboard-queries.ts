import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import { explorerTransactionUrl } from "@/lib/catalog/explorer-url";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { database } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { getInvoice } from "@/lib/invoices/get-invoice";
import { decimal, ZERO } from "@/lib/money/decimal";
import { sum } from "@/lib/money/sum";
import { readOutflowParts } from "@/lib/payouts/dashboard-outflow";
import { selectPersonNames } from "@/lib/payouts/dashboard-outflow-repo";
import type { Viewer } from "@/lib/payouts/dashboard-outflow-schema";
import { destinationLinks } from "@/lib/payouts/dashboard-queries";
import {
  type HeldDepositRow,
  isMerchantCase,
  type RefundRow,
  type RefundSubject,
  selectHeldDeposits,
  selectRefunds,
  selectSenders,
} from "@/lib/refunds/dashboard-repo";
import type {
  HeldDepositView,
  InvoiceRefundsView,
  RefundRowView,
  WalletRefundsView,
} from "@/lib/refunds/dashboard-schema";
import { listRefundableHolds } from "@/lib/refunds/held-refund";
import { doubtAboutSender } from "@/lib/refunds/judge-sender";
import { isRefundable, readRefundable } from "@/lib/refunds/refundable";
import { getWallet } from "@/lib/wallets/get-wallet";
import type { StaticWallet } from "@/lib/wallets/wallet";

/** The refunds of one of the merchant's payments, and whether there can be another. @throws AppError `not_found` */
export async function listInvoiceRefunds(merchantId: string, id: string, viewer: Viewer): Promise<InvoiceRefundsView> {
  const invoice = await getInvoice(merchantId, { uuid: id, order_id: null });
  const [catalog, { rest }, senders] = await Promise.all([
    loadCatalog(),
    readRefundable(database(), invoice),
    selectSenders(invoice.id),
  ]);
  const quote = invoice.currentQuote;
  const networkCode = quote?.networkCode ?? "";
  return {
    refunds: await readRefunds({ invoiceId: invoice.id }, viewer, catalog),
    isRefundable: quote !== null && isRefundable(invoice) && rest.gt(ZERO),
    rest: rest.toFixed(),
    currency: quote?.currencyCode ?? "",
    networkName: catalog.network(networkCode)?.name ?? networkCode,
    suggestedAddress: onlySender(catalog.network(networkCode), senders),
  };
}

/** What a static wallet holds since it was blocked, and its refunds. @throws AppError `not_found` */
export async function listWalletRefunds(merchantId: string, id: string, viewer: Viewer): Promise<WalletRefundsView> {
  const wallet = await getWallet(merchantId, { uuid: id, order_id: null });
  const [catalog, rows] = await Promise.all([loadCatalog(), selectHeldDeposits(wallet.id)]);
  const held = rows.map((row) => toHeldView(row, wallet, catalog));
  return {
    refunds: await readRefunds({ walletId: wallet.id }, viewer, catalog),
    held,
    refundable: await findRefundable(wallet),
    currency: wallet.currencyCode,
    networkName: catalog.network(wallet.networkCode)?.name ?? wallet.networkCode,
    suggestedAddress: onlySender(
      catalog.network(wallet.networkCode),
      held.filter(({ state }) => state === "held").map(({ fromAddress }) => fromAddress),
    ),
  };
}

/** The refunds of one of the merchant's cases. @throws AppError `not_found` */
export async function listCaseRefunds(
  merchantId: string,
  id: string,
  viewer: Viewer,
): Promise<{ refunds: RefundRowView[] }> {
  if (!(await isMerchantCase(merchantId, id))) throw new AppError("not_found", "Case not found");
  return { refunds: await readCaseRefunds(id, viewer) };
}

/** The refunds of a case, newest first. Whose case it is, the caller has checked. */
export async function readCaseRefunds(caseId: string, viewer: Viewer): Promise<RefundRowView[]> {
  return readRefunds({ caseId }, viewer, await loadCatalog());
}

/** The only one who paid, when nothing is known against sending it back there; null when there are several, or none is known. */
function onlySender(network: CatalogNetwork | null, senders: readonly (string | null)[]): string | null {
  const [first = null] = senders;
  if (network === null || senders.some((sender) => sender !== first)) return null;
  return doubtAboutSender(network, first) === null ? first : null;
}

async function findRefundable(wallet: StaticWallet): Promise<string | null> {
  try {
    return sum((await listRefundableHolds(database(), wallet)).map(({ amount }) => amount)).toFixed();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function readRefunds(subject: RefundSubject, viewer: Viewer, catalog: Catalog): Promise<RefundRowView[]> {
  const rows = await selectRefunds(subject);
  const ids = rows.map((row) => row.id);
  const [partsOf, names] = await Promise.all([
    readOutflowParts("refund", ids, viewer),
    selectPersonNames(rows.map((row) => row.createdById)),
  ]);
  return rows.map((row) => ({ ...toRefundView(row, names, catalog), ...partsOf(row.id) }));
}

function toRefundView(row: RefundRow, names: ReadonlyMap<string, string>, catalog: Catalog) {
  return {
    id: row.id,
    status: row.status,
    amount: decimal(row.amount).toFixed(),
    sentAmount: decimal(row.sentAmount).toFixed(),
    commission: decimal(row.commission).toFixed(),
    currency: row.currencyCode,
    networkName: catalog.network(row.networkCode)?.name ?? row.networkCode,
    fromCurrency: row.fromCode,
    debitedAmount: decimal(row.debitedAmount).toFixed(),
    address: row.address,
    ...destinationLinks(row, catalog),
    failure: row.failure,
    orderedBy: row.createdById && (names.get(row.createdById) ?? "somebody"),
    createdAt: row.createdAt.toISOString(),
    finalAt: row.finalAt?.toISOString() ?? null,
  };
}

function toHeldView(row: HeldDepositRow, wallet: StaticWallet, catalog: Catalog): HeldDepositView {
  const network = catalog.network(wallet.networkCode);
  const transactionId = row.deposit?.transactionId ?? "";
  return {
    id: row.depositId,
    amount: decimal(row.amount).toFixed(),
    transactionId,
    transactionUrl: network && explorerTransactionUrl(network, transactionId),
    fromAddress: row.deposit?.fromAddress ?? null,
    heldAt: row.heldAt.toISOString(),
    state: row.refundedAt ? "refunded" : row.refundId ? "leaving" : "held",
    awaitsAddress: row.refundId ? null : row.awaitsAddress,
  };
}
