import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import {
  beginsIn,
  type ListColumns,
  type ListWindow,
  textPrefixRange,
  windowOrder,
  withinWindow,
} from "@/lib/kernel/paging/list-window-repo";
import type { Bill, BillPaid } from "@/lib/money-in/bills/bill";
import type { BillState } from "@/lib/money-in/bills/bill-rules";
import { PAID, toPaid } from "@/lib/money-in/bills/paid-repo";
import { toBill } from "@/lib/money-in/bills/repo";

type BillListFilter = ListWindow & { readonly state: BillState | null; readonly search: string | null };

export type ListedBill = Bill & { readonly paid: BillPaid };

const COLUMNS: ListColumns = { at: Prisma.sql`b.created_at`, id: Prisma.sql`b.id` };

const IS_OWED = Prisma.sql`(b.sent_at IS NOT NULL AND b.cancelled_at IS NULL AND t.settled < b.total)`;

/** The same as `billState`. */
function isIn(state: BillState, today: string): Prisma.Sql {
  switch (state) {
    case "draft":
      return Prisma.sql`b.sent_at IS NULL`;
    case "cancelled":
      return Prisma.sql`b.cancelled_at IS NOT NULL`;
    case "paid":
      return Prisma.sql`(b.sent_at IS NOT NULL AND b.cancelled_at IS NULL AND t.settled >= b.total)`;
    case "overdue":
      return Prisma.sql`(${IS_OWED} AND b.due_date < ${today}::date)`;
    case "sent":
      return Prisma.sql`(${IS_OWED} AND b.due_date >= ${today}::date)`;
  }
}

/** Selects a merchant's bills within a window, in its order, each with what was paid. */
export async function selectBillPage(
  merchantId: string,
  filter: BillListFilter,
  { limit, today }: { readonly limit: number; readonly today: string },
): Promise<readonly ListedBill[]> {
  const { state, search } = filter;
  const conditions = [
    Prisma.sql`b.merchant_id = ${merchantId}::uuid`,
    withinWindow(filter, COLUMNS),
    ...(state === null ? [] : [isIn(state, today)]),
    ...(search === null ? [] : [fits(search)]),
  ];
  const found = await database().$queryRaw<
    { readonly id: string; readonly settled: string; readonly arrived: string; readonly openId: string | null }[]
  >`
    SELECT b.id, t.settled::text, t.arrived::text, t.open_id AS "openId" FROM bills b CROSS JOIN LATERAL ${PAID} t
    WHERE ${Prisma.join(conditions, " AND ")} ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit}`;
  const rows = await database().bill.findMany({ where: { id: { in: found.map(({ id }) => id) } } });
  const byId = new Map(rows.map((row) => [row.id, toBill(row)]));
  return found.flatMap(({ id, ...paid }) => {
    const bill = byId.get(id);
    return bill === undefined ? [] : [{ ...bill, paid: toPaid(paid) }];
  });
}

/** Matches the beginning of a number, a customer's name or their e-mail address. */
function fits(search: string): Prisma.Sql {
  const range = textPrefixRange(search);
  const columns = [Prisma.sql`b.number`, Prisma.sql`b.customer_name`, Prisma.sql`b.customer_email`];
  return Prisma.sql`(${Prisma.join(
    columns.map((column) => beginsIn(column, range)),
    " OR ",
  )})`;
}

export type OwedRow = {
  readonly currency: string;
  readonly bills: number;
  readonly due: string;
  readonly overdueBills: number;
  readonly overdue: string;
};

/** Adds up what a merchant's customers still owe, by currency. */
export async function sumOwed(merchantId: string, today: string): Promise<readonly OwedRow[]> {
  return await database().$queryRaw<OwedRow[]>`
    SELECT o.currency_code AS currency, count(*)::int AS bills, trim_scale(sum(o.due))::text AS due,
      count(*) FILTER (WHERE o.is_overdue)::int AS "overdueBills",
      trim_scale(coalesce(sum(o.due) FILTER (WHERE o.is_overdue), 0))::text AS overdue
    FROM (SELECT b.currency_code, greatest(b.total - t.arrived, 0) AS due, b.due_date < ${today}::date AS is_overdue
      FROM bills b CROSS JOIN LATERAL ${PAID} t
      WHERE b.merchant_id = ${merchantId}::uuid AND ${IS_OWED}) o
    GROUP BY o.currency_code ORDER BY bills DESC, currency`;
}

export async function listBillMails(billId: string) {
  return await database().billMail.findMany({
    where: { billId },
    orderBy: [{ createdAt: "asc" }, { kind: "asc" }, { mark: "asc" }],
    select: { kind: true, mark: true, createdAt: true },
  });
}
