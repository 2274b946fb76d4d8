import type {
  HeldDepositView,
  InvoiceRefundsView,
  RefundRowView,
  WalletRefundsView,
} from "@/lib/exceptions/refunds/dashboard-schema";
import { senderRejection } from "@/lib/exceptions/refunds/evaluate-sender";
import { listRefundableHolds } from "@/lib/exceptions/refunds/held-refund";
import { isRefundable, readRefundable } from "@/lib/exceptions/refunds/refundable";
import { database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { type Decimal, decimal, sum, ZERO } from "@/lib/kernel/money/decimal";
import { getInvoice } from "@/lib/money-in/invoices/get-invoice";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { getWallet } from "@/lib/money-in/static-wallets/get-wallet";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { readOutflowParts, selectPersonNames } from "@/lib/money-out/payouts/dashboard-outflow";
import { destinationLinks } from "@/lib/money-out/payouts/dashboard-queries";
import type { Viewer } from "@/lib/money-out/payouts/dashboard-schema";
import { explorerTransactionUrl } from "@/lib/pricing/catalog/availability";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/** What a refund belongs to. */
type RefundSubject = { readonly invoiceId: string } | { readonly walletId: string } | { readonly caseId: string };

/** More rows than anyone reads; pages show the total count where it matters. */
const REFUNDS_MAX = 50;
const HOLDS_MAX = 100;

/** Selects refunds of a payment, wallet or case, newest first. The caller has checked ownership. */
async function selectRefunds(subject: RefundSubject) {
  return database().refund.findMany({
    where: subject,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: REFUNDS_MAX,
  });
}
type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number];

async function isMerchantCase(merchantId: string, id: string): Promise<boolean> {
  return (await database().case.count({ where: { id, merchantId } })) > 0;
}

/** Selects the senders of a payment's credits; null where a chain does not reveal the sender. */
async function selectSenders(invoiceId: string): Promise<(string | null)[]> {
  const credits = await database().invoiceCredit.findMany({
    where: { invoiceId, reversedAt: null },
    select: { depositId: true },
  });
  const deposits = await database().deposit.findMany({
    where: { id: { in: credits.map(({ depositId }) => depositId) } },
    select: { fromAddress: true },
  });
  return deposits.map(({ fromAddress }) => fromAddress);
}

/**
 * Selects the deposits a wallet received after it was blocked, newest first. The caller has checked
 * ownership.
 */
async function selectHeldDeposits(walletId: string) {
  const holds = await database().walletHold.findMany({
    where: { walletId, reversedAt: null },
    orderBy: [{ heldAt: "desc" }, { depositId: "desc" }],
    take: HOLDS_MAX,
    select: {
      depositId: true,
      amount: true,
      heldAt: true,
      refundedAt: true,
      refundId: true,
      addressRequiredReason: true,
    },
  });
  const deposits = await database().deposit.findMany({
    where: { id: { in: holds.map(({ depositId }) => depositId) } },
    select: { id: true, transactionId: true, fromAddress: true },
  });
  return holds.map((hold) => ({ ...hold, deposit: deposits.find(({ id }) => id === hold.depositId) ?? null }));
}
type HeldDepositRow = Awaited<ReturnType<typeof selectHeldDeposits>>[number];

/**
 * Returns the refunds of one of the merchant's payments, and whether another is possible. @throws
 * AppError `not_found`
 */
export async function listInvoiceRefunds(merchantId: string, id: string, viewer: Viewer): Promise<InvoiceRefundsView> {
  const invoice = await getInvoice(merchantId, { uuid: id, order_id: null });
  const [catalog, { remaining }, senders] = await Promise.all([
    loadCatalog(),
    readRefundable(database(), invoice),
    selectSenders(invoice.id),
  ]);
  const quote = invoice.currentQuote;
  const networkCode = quote?.networkCode ?? "";
  return {
    refunds: await readRefunds({ invoiceId: invoice.id }, viewer, catalog),
    isRefundable: quote !== null && isRefundable(invoice) && remaining.gt(ZERO),
    remaining: remaining.toFixed(),
    surplus: surplusOf(invoice, remaining),
    currency: quote?.currencyCode ?? "",
    networkName: catalog.network(networkCode)?.name ?? networkCode,
    suggestedAddress: onlySender(catalog.network(networkCode), senders),
  };
}

/** Earlier refunds count against the surplus first. A top-up has no price. */
function surplusOf({ walletId, currentQuote }: Invoice, remaining: Decimal): string | null {
  if (walletId !== null || currentQuote === null || remaining.lte(currentQuote.payerAmount)) return null;
  return remaining.minus(currentQuote.payerAmount).toFixed();
}

/**
 * Returns what a static wallet has held since it was blocked, and its refunds. @throws AppError
 * `not_found`
 */
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

/** Returns the refunds of one of the merchant's cases. @throws AppError `not_found` */
export async function listCaseRefunds(
  merchantId: string,
  id: string,
  viewer: Viewer,
): Promise<{ refunds: RefundRowView[] }> {
  if (!(await isMerchantCase(merchantId, id))) throw new AppError("not_found", "Case not found");
  return { refunds: await readCaseRefunds(id, viewer) };
}

/** Returns the refunds of a case, newest first. The caller has checked ownership. */
export async function readCaseRefunds(caseId: string, viewer: Viewer): Promise<RefundRowView[]> {
  return readRefunds({ caseId }, viewer, await loadCatalog());
}

/**
 * Returns the only sender, if nothing known speaks against a refund to it; null when there are
 * several senders, or none is known.
 */
function onlySender(network: CatalogNetwork | null, senders: readonly (string | null)[]): string | null {
  const [first = null] = senders;
  if (network === null || senders.some((sender) => sender !== first)) return null;
  return senderRejection(network, first) === null ? first : null;
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
  const [outflowPartsOf, names] = await Promise.all([
    readOutflowParts("refund", ids, viewer),
    selectPersonNames(rows.map((row) => row.createdById)),
  ]);
  return rows.map((row) => ({ ...toRefundView(row, names, catalog), ...outflowPartsOf(row.id) }));
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
    requestedBy: row.createdById && (names.get(row.createdById) ?? "somebody"),
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
    addressRequiredReason: row.refundId ? null : row.addressRequiredReason,
  };
}
