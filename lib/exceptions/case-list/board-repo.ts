import type { CaseListKind } from "@/lib/exceptions/case-list/dashboard-schema";
import { type CaseListFilter, type CasePageRow, casesWithin, readCases } from "@/lib/exceptions/case-list/list-repo";
import { type RequestListFilter, readRequests, requestsWithin } from "@/lib/exceptions/refund-requests/list-repo";
import type { RefundRequest } from "@/lib/exceptions/refund-requests/refund-request";
import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { windowOrder } from "@/lib/kernel/paging/list-window-repo";

export type BoardFilter = Omit<CaseListFilter, "kind"> & RequestListFilter & { readonly kind: CaseListKind | null };

type Keys = { readonly id: string; readonly at: Date };

export type BoardRow =
  | (Keys & { readonly of: "case"; readonly row: CasePageRow })
  | (Keys & { readonly of: "request"; readonly row: RefundRequest });

type Place = { readonly id: string; readonly at: Date; readonly is_case: boolean };

const COLUMNS = { at: Prisma.sql`x.at`, id: Prisma.sql`x.id` };

/** A merchant's cases and refund requests within a window, in one order: what somebody decides, or has decided. */
export async function selectBoardPage(merchantId: string, filter: BoardFilter, limit: number): Promise<BoardRow[]> {
  const { kind } = filter;
  // Each part brings as many as the page has, by its own index; the order of both together decides which are shown.
  const parts = [
    ...(kind === "refund_request"
      ? []
      : [Prisma.sql`(SELECT c.*, true AS is_case FROM (${casesWithin(merchantId, { ...filter, kind }, limit)}) c)`]),
    ...(kind === null || kind === "refund_request"
      ? [Prisma.sql`(SELECT r.*, false AS is_case FROM (${requestsWithin(merchantId, filter, limit)}) r)`]
      : []),
  ];
  const places = await database().$queryRaw<Place[]>`
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
