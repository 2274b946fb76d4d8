import { z } from "zod";
import { explorerTransactionUrl } from "@/lib/catalog/explorer-url";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { decimal } from "@/lib/money/decimal";
import { type OperatorCaseRow, selectOperatorCases } from "@/lib/operations/cases-repo";
import {
  CASE_PAGE_SIZE,
  type OperatorCaseGroup,
  type OperatorCaseListQuery,
  type OperatorCasePageView,
  type OperatorCaseView,
} from "@/lib/operations/cases-schema";
import { parseListCursor, toListCursor } from "@/lib/paging/list-cursor";

const OPEN = ["open", "refunding"] as const;
const CLOSED = ["credited", "refunded", "void"] as const;

/** Deposits that the operator decides about, newest first, a page at a time. */
export async function listOperatorCases(query: OperatorCaseListQuery): Promise<OperatorCasePageView> {
  const [rows, catalog] = await Promise.all([
    selectOperatorCases(
      {
        group: query.group,
        statuses: query.status === "open" ? OPEN : CLOSED,
        before: query.cursor ? parseListCursor(query.cursor) : null,
      },
      CASE_PAGE_SIZE + 1,
    ),
    loadCatalog(),
  ]);
  const shown = rows.slice(0, CASE_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => toRowView(row, query.group, catalog)),
    nextCursor: last ? toListCursor({ at: last.openedAt, id: last.id }) : null,
  };
}

function toRowView(row: OperatorCaseRow, group: OperatorCaseGroup, catalog: Catalog): OperatorCaseView {
  const network = catalog.network(row.networkCode);
  const { deposit, verdict } = row;
  const transactionId = deposit?.transactionId ?? "";
  return {
    id: row.id,
    group,
    status: row.status,
    amount: decimal(row.amount).toFixed(),
    currency: row.currencyCode,
    networkName: network?.name ?? row.networkCode,
    merchantName: row.merchantName,
    transactionId,
    transactionUrl: network && explorerTransactionUrl(network, transactionId),
    fromAddress: deposit?.fromAddress ?? null,
    toAddress: deposit?.toAddress ?? "",
    isConfirmed: deposit?.status === "confirmed",
    verdict: verdict && { lists: verdictLists.parse(verdict.lists), at: verdict.at.toISOString() },
    openedAt: row.openedAt.toISOString(),
    resolution: row.resolution,
  };
}

/** As lib/screening writes it. */
const verdictLists = z.array(z.object({ list: z.string(), version: z.int(), note: z.string() }));
