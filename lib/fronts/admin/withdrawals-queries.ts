import { selectWithdrawalPage, type WithdrawalRow } from "@/lib/fronts/admin/withdrawals-repo";
import {
  WITHDRAWAL_PAGE_SIZE,
  type WithdrawalListQuery,
  type WithdrawalPageView,
  type WithdrawalRowView,
} from "@/lib/fronts/admin/withdrawals-schema";
import { decimal } from "@/lib/kernel/money/decimal";
import { parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";
import { explorerTransactionUrl } from "@/lib/pricing/catalog/explorer-url";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

/** Withdrawals of earnings, of capital and to cold addresses, newest first, a page at a time. */
export async function listWithdrawals(query: WithdrawalListQuery): Promise<WithdrawalPageView> {
  const before = query.cursor ? parseListCursor(query.cursor) : null;
  const [rows, catalog] = await Promise.all([selectWithdrawalPage(before, WITHDRAWAL_PAGE_SIZE + 1), loadCatalog()]);
  const shown = rows.slice(0, WITHDRAWAL_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => toRowView(row, catalog)),
    nextCursor: last ? toListCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

function toRowView(row: WithdrawalRow, catalog: Catalog): WithdrawalRowView {
  const network = catalog.network(row.networkCode);
  const { send, transactionId } = row;
  const isQueued = send?.status === "queued";
  return {
    id: row.id,
    kind: row.kind,
    networkName: network?.name ?? row.networkCode,
    currency: row.currencyCode,
    amount: decimal(row.amount).toFixed(),
    address: row.address,
    status: row.status,
    waitReason: isQueued ? (WAIT_REASONS.find((reason) => reason === send.waitReason) ?? null) : null,
    mayCancel: isQueued,
    sendId: send?.id ?? null,
    transactionId,
    transactionUrl: network && transactionId !== null ? explorerTransactionUrl(network, transactionId) : null,
    failure: row.failure,
    memo: row.memo,
    orderedBy: row.orderedBy,
    createdAt: row.createdAt.toISOString(),
  };
}
