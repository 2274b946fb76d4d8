import { database } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { textBeginning, uuidsBeginning } from "@/lib/paging/begins-with";
import { type ListColumns, type ListWindow, windowOrder, withinWindow } from "@/lib/paging/list-window-repo";
import type { Recurrence } from "@/lib/recurrences/recurrence";
import { toRecurrence } from "@/lib/recurrences/repo";
import type { RecurrenceStatus } from "@/lib/recurrences/status";

export type RecurrenceListFilter = ListWindow & {
  readonly statuses: readonly RecurrenceStatus[] | null;
  readonly search: string | null;
};

const COLUMNS: ListColumns = { at: Prisma.sql`r.created_at`, id: Prisma.sql`r.id` };

/** A merchant's plans within a window, in its order. */
export async function selectRecurrencePage(
  merchantId: string,
  filter: RecurrenceListFilter,
  limit: number,
): Promise<Recurrence[]> {
  const { statuses, search } = filter;
  const conditions = [
    Prisma.sql`r.merchant_id = ${merchantId}::uuid`,
    withinWindow(filter, COLUMNS),
    ...(statuses === null ? [] : [Prisma.sql`r.status = ANY(${[...statuses]}::recurrence_status[])`]),
    ...(search === null ? [] : [fits(search)]),
  ];
  const ids = await database().$queryRaw<{ id: string }[]>`
    SELECT r.id FROM recurrences r WHERE ${Prisma.join(conditions, " AND ")} ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit}`;
  const rows = await database().recurrence.findMany({ where: { id: { in: ids.map(({ id }) => id) } } });
  const byId = new Map(rows.map((row) => [row.id, toRecurrence(row)]));
  return ids.flatMap(({ id }) => byId.get(id) ?? []);
}

/** What the search text is the beginning of: an order id, a name, a payer's address, a uuid. */
function fits(search: string): Prisma.Sql {
  const { from, to } = textBeginning(search);
  const begins = (column: Prisma.Sql) => Prisma.sql`(lower(${column}) ~>=~ ${from} AND lower(${column}) ~<~ ${to})`;
  const uuids = uuidsBeginning(search);
  const ways = [
    begins(Prisma.sql`r.order_id`),
    begins(Prisma.sql`r.name`),
    begins(Prisma.sql`r.payer_email`),
    ...(uuids === null ? [] : [Prisma.sql`r.id BETWEEN ${uuids.from}::uuid AND ${uuids.to}::uuid`]),
  ];
  return Prisma.sql`(${Prisma.join(ways, " OR ")})`;
}
