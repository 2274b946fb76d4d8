import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import {
  beginsIn,
  type ListColumns,
  type ListWindow,
  textPrefixRange,
  windowOrder,
  withinWindow,
} from "@/lib/kernel/paging/list-window-repo";
import { isCancelledByHand, LAST_CANCELLING_EVENT, shownStatus } from "@/lib/money-in/invoices/status";
import type { PaymentLink, TakenPlaces } from "@/lib/money-in/payment-links/payment-link";
import type { LinkGroup } from "@/lib/money-in/payment-links/questions";
import { countTaken, GIVEN_BACK, toLink } from "@/lib/money-in/payment-links/repo";

type LinkListFilter = ListWindow & { readonly state: LinkGroup | null; readonly search: string | null };

export type ListedLink = PaymentLink & { readonly taken: TakenPlaces };

const COLUMNS: ListColumns = { at: Prisma.sql`l.created_at`, id: Prisma.sql`l.id` };

const TAKEN = Prisma.sql`(
  SELECT count(*)::int AS orders, coalesce(sum(o.quantity), 0)::float8 AS pieces
  FROM payment_link_orders o JOIN invoices i ON i.id = o.invoice_id
  WHERE o.link_id = l.id AND i.status <> ALL(${[...GIVEN_BACK]}::invoice_status[]))`;
const IS_CLOSED = Prisma.sql`(NOT l.is_active OR coalesce(l.ends_at <= now(), false))`;
const IS_SOLD_OUT = Prisma.sql`(coalesce(t.orders >= l.use_limit, false) OR coalesce(t.pieces >= l.stock, false))`;

const STATES: Readonly<Record<LinkGroup, Prisma.Sql>> = {
  open: Prisma.sql`NOT ${IS_CLOSED} AND NOT ${IS_SOLD_OUT}`,
  "sold-out": Prisma.sql`NOT ${IS_CLOSED} AND ${IS_SOLD_OUT}`,
  closed: IS_CLOSED,
};

/** Selects a merchant's links within a window, in its order, each with the places taken. */
export async function selectLinkPage(
  merchantId: string,
  filter: LinkListFilter,
  limit: number,
): Promise<readonly ListedLink[]> {
  const { state, search } = filter;
  const conditions = [
    Prisma.sql`l.merchant_id = ${merchantId}::uuid`,
    withinWindow(filter, COLUMNS),
    ...(state === null ? [] : [STATES[state]]),
    ...(search === null ? [] : [fits(search)]),
  ];
  const found = await database().$queryRaw<(TakenPlaces & { readonly id: string })[]>`
    SELECT l.id, t.orders, t.pieces FROM payment_links l CROSS JOIN LATERAL ${TAKEN} t
    WHERE ${Prisma.join(conditions, " AND ")} ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit}`;
  const rows = await database().paymentLink.findMany({ where: { id: { in: found.map(({ id }) => id) } } });
  const byId = new Map(rows.map((row) => [row.id, toLink(row)]));
  return found.flatMap(({ id, ...taken }) => {
    const link = byId.get(id);
    return link === undefined ? [] : [{ ...link, taken }];
  });
}

/** Matches the beginning of a name or a title. */
function fits(search: string): Prisma.Sql {
  const range = textPrefixRange(search);
  return Prisma.sql`(${beginsIn(Prisma.sql`l.name`, range)} OR ${beginsIn(Prisma.sql`l.title`, range)})`;
}

/** The newest orders of a link with their invoices. The caller has checked the link's owner. */
export async function selectLatestOrders(linkId: string, limit: number) {
  const rows = await database().paymentLinkOrder.findMany({
    where: { linkId },
    orderBy: { createdAt: "desc" },
    take: limit,
    select: {
      invoiceId: true,
      quantity: true,
      note: true,
      createdAt: true,
      invoice: {
        select: {
          orderId: true,
          status: true,
          amount: true,
          paidAmount: true,
          events: LAST_CANCELLING_EVENT,
        },
      },
    },
  });
  return rows.map(({ invoice: { orderId, status, amount, paidAmount, events }, ...order }) => {
    const shown = shownStatus({
      status,
      isCancelledByHand: isCancelledByHand(events),
      paidAmount: decimal(paidAmount),
    });
    return { ...order, orderId, shown, amount: decimal(amount) };
  });
}

export async function findTaken(linkId: string): Promise<TakenPlaces> {
  return await countTaken(database(), linkId);
}
