import { countOpenCases } from "@/lib/cases/dashboard-repo";
import {
  CASE_PAGE_SIZE,
  type CaseFilterQuery,
  type CaseListQuery,
  type CasePageView,
  type CaseRowView,
} from "@/lib/cases/dashboard-schema";
import { type CaseListFilter, type CasePageRow, selectCasePage } from "@/lib/cases/list-repo";
import { explorerTransactionUrl } from "@/lib/catalog/explorer-url";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { PECULIARITIES } from "@/lib/deposits/peculiarity";
import type { CaseStatus } from "@/lib/generated/prisma/client";
import { decimal } from "@/lib/money/decimal";
import { type RowKeys, toPage, toWindow } from "@/lib/paging/list-page";

const OPEN: readonly CaseStatus[] = ["open", "refunding"];
const CLOSED: readonly CaseStatus[] = ["credited", "refunded", "void"];
const STATUSES_OF = { open: OPEN, closed: CLOSED, all: [...OPEN, ...CLOSED] } as const;

/** A merchant's cases, a page at a time. */
export async function listCases(merchantId: string, query: CaseListQuery): Promise<CasePageView> {
  const filter = toCaseFilter(query);
  // One more than shown tells whether there is a next page.
  const [rows, catalog] = await Promise.all([selectCasePage(merchantId, filter, CASE_PAGE_SIZE + 1), loadCatalog()]);
  const { rows: shown, firstCursor, nextCursor } = toPage(rows, CASE_PAGE_SIZE, filter, caseKeys);
  return { items: shown.map((row) => toCaseView(row, catalog)), firstCursor, nextCursor };
}

/** What a list of cases is sorted by. */
function caseKeys({ openedAt: at, id }: CasePageRow): RowKeys {
  return { at, id };
}

/** What the database is asked for. */
export function toCaseFilter(query: CaseFilterQuery & Pick<CaseListQuery, "cursor">): CaseListFilter {
  return {
    ...toWindow(query),
    statuses: STATUSES_OF[query.status],
    kind: query.kind ?? null,
    search: query.q || null,
    coin: query.coin?.toUpperCase() ?? null,
    network: query.network?.toLowerCase() ?? null,
  };
}

/** How many cases wait for a decision. */
export function countCases(merchantId: string | null): Promise<number> {
  return countOpenCases(merchantId);
}

/** One case as the pages show it. */
export function toCaseView(row: CasePageRow, catalog: Catalog): CaseRowView {
  const network = catalog.network(row.networkCode);
  const transactionId = row.deposit?.transactionId ?? "";
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    peculiarity: PECULIARITIES.find((known) => known === row.deposit?.peculiarity) ?? null,
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
