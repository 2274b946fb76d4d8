import { database } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import {
  isCancelledByHand,
  LAST_CANCELLING_EVENT,
  type ShownStatus,
  shownStatus,
} from "@/lib/money-in/invoices/status";

const PAID = ["paid", "paid_over"] as const;

type Totals = { readonly currency: string; readonly count: number; readonly total: Decimal; readonly tips: Decimal };

/** Paid sales since a time, by currency. Refunded ones are not counted. */
export async function selectTotals(merchantId: string, since: Date): Promise<readonly Totals[]> {
  const rows = await database().$queryRaw<{ currency: string; count: number; total: string; tips: string }[]>`
    SELECT i.currency_code AS currency, count(*)::int AS count, sum(i.amount)::text AS total, sum(s.tip)::text AS tips
    FROM pos_sales s JOIN invoices i ON i.id = s.invoice_id
    WHERE s.merchant_id = ${merchantId}::uuid AND s.created_at >= ${since.toISOString()}::timestamptz
      AND i.status = ANY(${[...PAID]}::invoice_status[])
    GROUP BY i.currency_code ORDER BY i.currency_code`;
  return rows.map(({ total, tips, ...row }) => ({ ...row, total: decimal(total), tips: decimal(tips) }));
}

/** Whether the sale's invoice is cancelled manually. */
export async function isSaleCancelled(invoiceId: string): Promise<boolean> {
  const { where, ...selection } = LAST_CANCELLING_EVENT;
  return isCancelledByHand(await database().invoiceEvent.findMany({ ...selection, where: { ...where, invoiceId } }));
}

type ListedSale = {
  readonly id: string;
  readonly shown: ShownStatus;
  readonly amount: Decimal;
  readonly currency: string;
  readonly tip: Decimal;
  readonly seller: string;
  readonly createdAt: Date;
};

/** The latest sales since a time, newest first. */
export async function selectLatestSales(merchantId: string, since: Date, limit: number): Promise<ListedSale[]> {
  const rows = await database().posSale.findMany({
    where: { merchantId, createdAt: { gte: since } },
    orderBy: { createdAt: "desc" },
    take: limit,
    select: {
      invoiceId: true,
      soldById: true,
      tip: true,
      createdAt: true,
      invoice: {
        select: {
          status: true,
          amount: true,
          currencyCode: true,
          paidAmount: true,
          events: LAST_CANCELLING_EVENT,
        },
      },
    },
  });
  const ids = [...new Set(rows.map(({ soldById }) => soldById))];
  const sellers = await database().user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  const names = new Map(sellers.map(({ id, name }) => [id, name]));
  return rows.map(({ invoice, invoiceId, soldById, tip, createdAt }) => {
    const { status, events, paidAmount } = invoice;
    return {
      id: invoiceId,
      shown: shownStatus({
        status,
        isCancelledByHand: isCancelledByHand(events),
        paidAmount: decimal(paidAmount),
      }),
      amount: decimal(invoice.amount),
      currency: invoice.currencyCode,
      tip: decimal(tip),
      seller: names.get(soldById) ?? "",
      createdAt,
    };
  });
}
