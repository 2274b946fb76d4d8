import { areSendersAccounts } from "@/lib/chains/address-family";
import type { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type DecimalLike, decimal } from "@/lib/kernel/money/decimal";
import { toPage, toWindow } from "@/lib/kernel/paging/list-page";
import { toTabs } from "@/lib/kernel/paging/tab-counts";
import type { ListCounts } from "@/lib/kernel/paging/tab-counts-schema";
import { walletPageUrl } from "@/lib/money-in/invoices/wire-view";
import {
  type TopUpView,
  WALLET_PAGE_SIZE,
  type WalletDetailView,
  type WalletFilterQuery,
  type WalletListQuery,
  type WalletListView,
  type WalletRowView,
} from "@/lib/money-in/static-wallets/dashboard-schema";
import { getWallet, isTopUpOffered } from "@/lib/money-in/static-wallets/get-wallet";
import { countWalletStatuses, selectWalletPage, type WalletListFilter } from "@/lib/money-in/static-wallets/list-repo";
import { shownStatus, type WalletStatus } from "@/lib/money-in/static-wallets/wallet";
import { explorerAddressUrl, explorerTransactionUrl } from "@/lib/pricing/catalog/availability";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

const TOP_UPS_SHOWN = 50;

/** Counts these wallets' top-ups and sums their credited amounts. */
export async function sumTopUps(walletIds: readonly string[]) {
  return database().invoice.groupBy({
    by: ["walletId"],
    where: { walletId: { in: [...walletIds] } },
    _count: true,
    _sum: { creditedAmount: true },
  });
}

/**
 * Reads what the detail page shows in addition to the wallet itself. The caller has checked the
 * wallet's owner.
 */
async function selectWalletParts(walletId: string) {
  const db = database();
  const [topUps, sums, waiting, held, openCaseCount] = await Promise.all([
    db.invoice.findMany({
      where: { walletId },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: TOP_UPS_SHOWN,
      select: { id: true, status: true, amount: true, creditedAmount: true, transactionId: true, createdAt: true },
    }),
    sumTopUps([walletId]),
    sumWaiting(walletId),
    db.walletHold.aggregate({ where: { walletId, reversedAt: null, refundedAt: null }, _sum: { amount: true } }),
    db.case.count({ where: { walletId, status: "open" } }),
  ]);
  return { topUps, sums: sums[0] ?? null, waiting, held: held._sum.amount, openCaseCount };
}
type WalletParts = Awaited<ReturnType<typeof selectWalletParts>>;

/** Sums booked deposits that are neither credited, nor held, nor a case. */
async function sumWaiting(walletId: string): Promise<Prisma.Decimal> {
  const rows = await database().$queryRaw<{ total: Prisma.Decimal }[]>`
    SELECT coalesce(sum(d.amount), 0) AS total FROM deposits d
    WHERE d.owner_kind = 'wallet' AND d.owner_id = ${walletId}::uuid AND d.booked_inclusion IS NOT NULL
      AND NOT EXISTS (SELECT FROM invoice_credits c WHERE c.deposit_id = d.id AND c.reversed_at IS NULL)
      AND NOT EXISTS (SELECT FROM wallet_holds h WHERE h.deposit_id = d.id AND h.reversed_at IS NULL)
      AND NOT EXISTS (SELECT FROM cases k WHERE k.deposit_id = d.id AND k.status <> 'void')`;
  const [row] = rows;
  if (row === undefined) throw new Error("a sum has one row");
  return row.total;
}

/** Lists a merchant's static wallets, one page at a time. */
export async function listWallets(merchantId: string, query: WalletListQuery): Promise<WalletListView> {
  const filter = toWalletFilter(query);
  // One row more than shown indicates whether there is a next page.
  const [rows, catalog] = await Promise.all([
    selectWalletPage(merchantId, filter, WALLET_PAGE_SIZE + 1),
    loadCatalog(),
  ]);
  const page = toPage(rows, WALLET_PAGE_SIZE, filter, (row) => ({ at: row.createdAt, id: row.id }));
  const sums = await sumTopUps(page.rows.map(({ id }) => id));
  const { firstCursor, nextCursor } = page;
  return {
    items: page.rows.map((row) => toRowView(row, sums.find(({ walletId }) => walletId === row.id) ?? null, catalog)),
    firstCursor,
    nextCursor,
  };
}

/** Counts the list's tabs for the filter otherwise set. */
export async function countWallets(merchantId: string, query: WalletFilterQuery): Promise<ListCounts> {
  const counts = await countWalletStatuses(merchantId, toWalletFilter(query));
  return { counts: toTabs({ active: ["active"], blocked: ["blocked"] }, counts) };
}

/** Translates the page's filter to the database's. */
export function toWalletFilter(query: WalletFilterQuery & Pick<WalletListQuery, "cursor">): WalletListFilter {
  return {
    ...toWindow(query),
    status: query.status ?? null,
    search: query.q || null,
    coin: query.coin?.toUpperCase() ?? null,
    network: query.network?.toLowerCase() ?? null,
  };
}

/**
 * Returns all details of one of the merchant's static wallets. @throws AppError `not_found`, also
 * for another merchant's
 */
export async function getWalletDetail(merchantId: string, id: string): Promise<WalletDetailView> {
  const wallet = await getWallet(merchantId, { uuid: id, order_id: null });
  const [parts, catalog] = await Promise.all([selectWalletParts(id), loadCatalog()]);
  const network = catalog.network(wallet.networkCode);
  const service = catalog.service(wallet.currencyCode, wallet.networkCode);
  invariant(network && service, `wallet ${id} is of a known service`);
  return {
    ...toRowView(wallet, parts.sums, catalog),
    addressUrl: explorerAddressUrl(network, wallet.address),
    urlCallback: wallet.urlCallback,
    pageUrl: walletPageUrl(wallet.id),
    minimum: service.paymentMin.toFixed(),
    waitingAmount: textOf(parts.waiting),
    heldAmount: textOf(parts.held),
    openCaseCount: parts.openCaseCount,
    creationFee: wallet.creationFee.toFixed(),
    creationFeePaid: wallet.creationFeePaid.toFixed(),
    isForceRefund: wallet.isForceRefund,
    areSendersAccounts: areSendersAccounts(network.family),
    blockedAt: wallet.blockedAt?.toISOString() ?? null,
    topUps: parts.topUps.map(
      ({ transactionId, ...topUp }): TopUpView => ({
        id: topUp.id,
        status: topUp.status,
        amount: textOf(topUp.amount),
        creditedAmount: topUp.creditedAmount && textOf(topUp.creditedAmount),
        transactionId,
        transactionUrl: transactionId && explorerTransactionUrl(network, transactionId),
        createdAt: topUp.createdAt.toISOString(),
      }),
    ),
  };
}

type Row = {
  readonly id: string;
  readonly orderId: string;
  readonly status: WalletStatus;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly address: string;
  readonly createdAt: Date;
};

function toRowView(row: Row, sums: WalletParts["sums"], catalog: Catalog): WalletRowView {
  const service = catalog.service(row.currencyCode, row.networkCode);
  return {
    id: row.id,
    orderId: row.orderId,
    status: shownStatus(row.status, service !== null && isTopUpOffered(service)),
    currency: row.currencyCode,
    networkName: service?.network.name ?? row.networkCode,
    address: row.address,
    topUpCount: sums?._count ?? 0,
    creditedAmount: textOf(sums?._sum.creditedAmount ?? null),
    createdAt: row.createdAt.toISOString(),
  };
}

function textOf(amount: DecimalLike | null): string {
  return amount === null ? "0" : decimal(amount).toFixed();
}
