import { type CasePageRow, countOpenCases, selectCasePage } from "@/lib/cases/dashboard-repo";
import { CASE_PAGE_SIZE, type CaseListQuery, type CasePageView, type CaseRowView } from "@/lib/cases/dashboard-schema";
import { explorerTransactionUrl } from "@/lib/catalog/explorer-url";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { decimal } from "@/lib/money/decimal";
import { parseListCursor, toListCursor } from "@/lib/paging/list-cursor";

/** Cases of a merchant, or with null those without an owner; newest first, a page at a time. */
export async function listCases(merchantId: string | null, query: CaseListQuery): Promise<CasePageView> {
  const [rows, catalog] = await Promise.all([
    selectCasePage(
      {
        merchantId,
        statuses: query.status === "open" ? ["open", "refunding"] : ["credited", "refunded", "void"],
        before: query.cursor ? parseListCursor(query.cursor) : null,
      },
      CASE_PAGE_SIZE + 1,
    ),
    loadCatalog(),
  ]);
  const shown = rows.slice(0, CASE_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => toRowView(row, catalog)),
    nextCursor: last ? toListCursor({ at: last.openedAt, id: last.id }) : null,
  };
}

/** How many cases wait for a decision. */
export function countCases(merchantId: string | null): Promise<number> {
  return countOpenCases(merchantId);
}

function toRowView(row: CasePageRow, catalog: Catalog): CaseRowView {
  const network = catalog.network(row.networkCode);
  const transactionId = row.deposit?.transactionId ?? "";
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    amount: decimal(row.amount).toFixed(),
    currency: row.currencyCode,
    networkName: network?.name ?? row.networkCode,
    transactionId,
    transactionUrl: network && explorerTransactionUrl(network, transactionId),
    fromAddress: row.deposit?.fromAddress ?? null,
    toAddress: row.deposit?.toAddress ?? "",
    isConfirmed: row.deposit?.status === "confirmed",
    invoiceId: row.invoiceId,
    walletId: row.walletId,
    orderId: row.orderId,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    resolution: row.resolution,
  };
}
