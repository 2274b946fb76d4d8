import type { RefundRequest } from "@/lib/exceptions/refund-requests/refund-request";
import { toRequest } from "@/lib/exceptions/refund-requests/repo";
import type { CaseGroup } from "@/lib/exceptions/refund-requests/schema";
import { Prisma, type RefundRequestStatus } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import {
  beginsIn,
  chainTextPrefixRange,
  type ListColumns,
  type ListWindow,
  textPrefixRange,
  uuidPrefixRange,
  windowOrder,
  withinWindow,
} from "@/lib/kernel/paging/list-window-repo";

export type RequestListFilter = ListWindow & {
  readonly group: CaseGroup;
  readonly search: string | null;
  readonly coin: string | null;
  readonly network: string | null;
};

const COLUMNS: ListColumns = { at: Prisma.sql`r.created_at`, id: Prisma.sql`r.id` };

/** Excludes unconfirmed requests and those that another refund answered. */
const STATUSES_OF: Readonly<Record<CaseGroup, readonly RefundRequestStatus[]>> = {
  open: ["confirmed"],
  closed: ["approved", "refused"],
  all: ["confirmed", "approved", "refused"],
};

/**
 * Builds a subquery for the first of a merchant's refund requests within a window, as `id` and
 * `at`, to be merged with other rows of a list.
 */
export function requestsWithin(merchantId: string, filter: RequestListFilter, limit: number): Prisma.Sql {
  const { group, search, coin, network } = filter;
  const conditions = [
    Prisma.sql`r.merchant_id = ${merchantId}::uuid AND r.proof IS NOT NULL`,
    Prisma.sql`r.status = ANY(${[...STATUSES_OF[group]]}::refund_request_status[])`,
    withinWindow(filter, COLUMNS),
    ...(coin === null ? [] : [Prisma.sql`r.currency_code = ${coin}`]),
    ...(network === null ? [] : [Prisma.sql`r.network_code = ${network}`]),
    ...(search === null ? [] : [fits(search)]),
  ];
  return Prisma.sql`SELECT r.id, r.created_at AS at FROM refund_requests r JOIN invoices i ON i.id = r.invoice_id
    WHERE ${Prisma.join(conditions, " AND ")} ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit}`;
}

/**
 * Matches the search text as a prefix of the order id, a uuid of the request or its invoice, or the
 * destination address.
 */
function fits(search: string): Prisma.Sql {
  const [order, uuids, text] = [textPrefixRange(search), uuidPrefixRange(search), chainTextPrefixRange(search)];
  const ways = [
    beginsIn(Prisma.sql`i.order_id`, order),
    ...(text === null ? [] : [beginsIn(Prisma.sql`r.address`, text)]),
    ...(uuids === null
      ? []
      : [Prisma.sql`r.id`, Prisma.sql`r.invoice_id`].map(
          (column) => Prisma.sql`${column} BETWEEN ${uuids.from}::uuid AND ${uuids.to}::uuid`,
        )),
  ];
  return Prisma.sql`(${Prisma.join(ways, " OR ")})`;
}

export async function readRequests(ids: readonly string[]): Promise<RefundRequest[]> {
  return (await database().refundRequest.findMany({ where: { id: { in: [...ids] } } })).map(toRequest);
}
