import { explorerAddressUrl, explorerTransactionUrl } from "@/lib/catalog/explorer-url";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { areSendersAccounts } from "@/lib/chains/senders";
import { invariant } from "@/lib/errors";
import { walletPageUrl } from "@/lib/invoices/wire-view";
import { type DecimalLike, decimal } from "@/lib/money/decimal";
import { toPage, toWindow } from "@/lib/paging/list-page";
import { selectWalletParts, sumTopUps, type WalletParts } from "@/lib/wallets/dashboard-repo";
import {
  type TopUpView,
  WALLET_PAGE_SIZE,
  type WalletDetailView,
  type WalletFilterQuery,
  type WalletListQuery,
  type WalletListView,
  type WalletRowView,
} from "@/lib/wallets/dashboard-schema";
import { getWallet } from "@/lib/wallets/get-wallet";
import { selectWalletPage, type WalletListFilter } from "@/lib/wallets/list-repo";
import { isOffered } from "@/lib/wallets/load-wallet-page";
import { shownStatus, type WalletStatus } from "@/lib/wallets/status";

/** A merchant's static wallets, a page at a time. */
export async function listWallets(merchantId: string, query: WalletListQuery): Promise<WalletListView> {
  const filter = toWalletFilter(query);
  // One more than shown tells whether there is a next page.
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

/** What the database is asked for. */
export function toWalletFilter(query: WalletFilterQuery & Pick<WalletListQuery, "cursor">): WalletListFilter {
  return {
    ...toWindow(query),
    status: query.status ?? null,
    search: query.q || null,
    coin: query.coin?.toUpperCase() ?? null,
    network: query.network?.toLowerCase() ?? null,
  };
}

/** Everything about one of the merchant's static wallets. @throws AppError `not_found`, also for another merchant's */
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
    status: shownStatus(row.status, service !== null && isOffered(service)),
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
