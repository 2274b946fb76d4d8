import {
  CASE_PAGE_SIZE,
  type CaseFilterQuery,
  type CaseListKind,
  type CaseListQuery,
  type CaseListRow,
  type CasePageView,
  type CaseRowView,
} from "@/lib/exceptions/case-list/dashboard-schema";
import { type CaseListFilter, type CasePageRow, casesWithin, readCases } from "@/lib/exceptions/case-list/list-repo";
import { viewRequests } from "@/lib/exceptions/refund-requests/dashboard-queries";
import { type RequestListFilter, readRequests, requestsWithin } from "@/lib/exceptions/refund-requests/list-repo";
import type { RefundRequest } from "@/lib/exceptions/refund-requests/refund-request";
import { type CaseStatus, Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { toPage, toWindow } from "@/lib/kernel/paging/list-page";
import { windowOrder } from "@/lib/kernel/paging/list-window-repo";
import { addCounts, TAB_COUNT_MAX } from "@/lib/kernel/paging/tab-counts";
import type { ListCounts } from "@/lib/kernel/paging/tab-counts-schema";
import { HOLD_REASONS } from "@/lib/money-in/deposits/deposit";
import { explorerTransactionUrl } from "@/lib/pricing/catalog/availability";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

const OPEN: readonly CaseStatus[] = ["open", "refunding"];
const CLOSED: readonly CaseStatus[] = ["credited", "refunded", "void"];
const STATUSES_OF = { open: OPEN, closed: CLOSED, all: [...OPEN, ...CLOSED] } as const;

/** Returns a page of a merchant's cases and its payers' refund requests, merged into one order. */
export async function listCases(merchantId: string, query: CaseListQuery): Promise<CasePageView> {
  const filter = toCaseFilter(query);
  // Fetch one extra row to detect whether there is a next page.
  const rows = await selectBoardPage(merchantId, filter, CASE_PAGE_SIZE + 1);
  const { rows: shown, firstCursor, nextCursor } = toPage(rows, CASE_PAGE_SIZE, filter, ({ at, id }) => ({ at, id }));
  return { items: await viewBoard(shown), firstCursor, nextCursor };
}

/** Counts the list's tabs for the filter otherwise set: at most 1,000 of each. */
export async function countCaseTabs(merchantId: string, query: CaseFilterQuery): Promise<ListCounts> {
  const of = (status: "open" | "closed") => partsOf(merchantId, toCaseFilter({ ...query, status }), TAB_COUNT_MAX);
  const count = (parts: readonly Prisma.Sql[]) => Prisma.sql`(SELECT count(*) FROM (
    SELECT x.id FROM (${Prisma.join(parts, " UNION ALL ")}) x LIMIT ${TAB_COUNT_MAX}) y)::int`;
  const [found] = await database().$queryRaw<{ open: number; closed: number }[]>`
    SELECT ${count(of("open"))} AS open, ${count(of("closed"))} AS closed`;
  const tab = (rows = 0) => ({ count: rows, isMore: rows >= TAB_COUNT_MAX });
  const [open, closed] = [tab(found?.open), tab(found?.closed)];
  return { counts: { open, closed, all: addCounts([open, closed]) } };
}

/** Converts rows of that list to the views that the pages show. */
export async function viewBoard(rows: readonly BoardRow[]): Promise<CaseListRow[]> {
  const [catalog, requests] = await Promise.all([
    loadCatalog(),
    viewRequests(rows.flatMap((entry) => (entry.of === "request" ? [entry.row] : []))),
  ]);
  return rows.flatMap((entry): CaseListRow[] => {
    if (entry.of === "case") return [{ of: "case", ...toCaseView(entry.row, catalog) }];
    const request = requests.find(({ id }) => id === entry.id);
    return request ? [{ of: "request", ...request }] : [];
  });
}

/** Converts the query parameters to a database filter. */
export function toCaseFilter(query: CaseFilterQuery & Pick<CaseListQuery, "cursor">): BoardFilter {
  return {
    ...toWindow(query),
    statuses: STATUSES_OF[query.status],
    group: query.status,
    kind: query.kind ?? null,
    search: query.q || null,
    coin: query.coin?.toUpperCase() ?? null,
    network: query.network?.toLowerCase() ?? null,
  };
}

/** Returns how many cases wait for a decision. */
export function countCases(merchantId: string | null): Promise<number> {
  return countOpenCases(merchantId);
}

export function toCaseView(row: CasePageRow, catalog: Catalog): CaseRowView {
  const network = catalog.network(row.networkCode);
  const transactionId = row.deposit?.transactionId ?? "";
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    holdReason: HOLD_REASONS.find((known) => known === row.deposit?.holdReason) ?? null,
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

function countOpenCases(merchantId: string | null): Promise<number> {
  return database().case.count({ where: { merchantId, status: "open" } });
}

type BoardFilter = Omit<CaseListFilter, "kind"> & RequestListFilter & { readonly kind: CaseListKind | null };

type Keys = { readonly id: string; readonly at: Date };

export type BoardRow =
  | (Keys & { readonly of: "case"; readonly row: CasePageRow })
  | (Keys & { readonly of: "request"; readonly row: RefundRequest });

type CaseListKeys = { readonly id: string; readonly at: Date; readonly is_case: boolean };

const COLUMNS = { at: Prisma.sql`x.at`, id: Prisma.sql`x.id` };

/**
 * Builds the subqueries of the list. Each returns up to `limit` rows by its own index; the combined
 * order decides which are shown.
 */
function partsOf(merchantId: string, filter: BoardFilter, limit: number): Prisma.Sql[] {
  const { kind } = filter;
  return [
    ...(kind === "refund_request"
      ? []
      : [Prisma.sql`(SELECT c.*, true AS is_case FROM (${casesWithin(merchantId, { ...filter, kind }, limit)}) c)`]),
    ...(kind === null || kind === "refund_request"
      ? [Prisma.sql`(SELECT r.*, false AS is_case FROM (${requestsWithin(merchantId, filter, limit)}) r)`]
      : []),
  ];
}

/** Selects a merchant's cases and refund requests within a window, in one order. */
export async function selectBoardPage(merchantId: string, filter: BoardFilter, limit: number): Promise<BoardRow[]> {
  const parts = partsOf(merchantId, filter, limit);
  const places = await database().$queryRaw<CaseListKeys[]>`
    SELECT x.id, x.at, x.is_case FROM (${Prisma.join(parts, " UNION ALL ")}) x
    ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit}`;
  const idsOf = (isCase: boolean) => places.filter((place) => place.is_case === isCase).map(({ id }) => id);
  const [cases, requests] = await Promise.all([readCases(idsOf(true)), readRequests(idsOf(false))]);
  return places.flatMap(({ id, at, is_case }): BoardRow[] => {
    const opened = is_case ? cases.find((row) => row.id === id) : undefined;
    const request = is_case ? undefined : requests.find((row) => row.id === id);
    if (opened) return [{ of: "case", at, id, row: opened }];
    return request ? [{ of: "request", at, id, row: request }] : [];
  });
}
