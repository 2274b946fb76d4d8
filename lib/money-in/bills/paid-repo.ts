import { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import type { BillPaid } from "@/lib/money-in/bills/bill";
import { CANCELLED_BY_HAND } from "@/lib/money-in/invoices/renew-for-payer";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";

/**
 * What one invoice `i` with the current quote `q` pays of a bill `b`, in the bill's currency. A
 * paid one pays its amount. Of another one, the confirmed part counts at the price of its own
 * quote, cut to the currency's decimals, so that never more counts than was paid; `div` is exact. A
 * refund makes nothing unpaid.
 */
const COVERS = Prisma.sql`CASE
  WHEN i.status IN ('paid', 'paid_over') THEN i.amount
  WHEN i.status IN ('refund_process', 'refund_fail', 'refund_paid') AND i.payment_outcome IN ('exact', 'over', 'manual')
    THEN i.amount
  WHEN i.status IN ('cancel', 'fail', 'system_fail') OR coalesce(q.payer_amount, 0) = 0 THEN 0
  ELSE least(i.amount,
    (div(i.amount * i.paid_amount * ('1e' || b.decimals)::numeric, q.payer_amount)::text || 'e-' || b.decimals)::numeric) END`;

/** A row with the payments of the bill `b`: settled, arrived, and the newest open invoice. */
export const PAID = Prisma.sql`(
  SELECT coalesce(sum(v.covers) FILTER (WHERE NOT v.is_open), 0) AS settled, coalesce(sum(v.covers), 0) AS arrived,
    (array_agg(v.invoice_id ORDER BY v.created_at DESC) FILTER (WHERE v.is_open))[1] AS open_id
  FROM (
    SELECT p.invoice_id, p.created_at, i.status IN ('check', 'process', 'locked') AS is_open, ${COVERS} AS covers
    FROM bill_payments p JOIN invoices i ON i.id = p.invoice_id LEFT JOIN quotes q ON q.id = i.current_quote_id
    WHERE p.bill_id = b.id) v)`;

type PaidRow = { readonly settled: string; readonly arrived: string; readonly openId: string | null };

/** Reads what was paid of a bill so far. */
export async function readPaid(tx: Tx, billId: string): Promise<BillPaid> {
  const [row] = await tx.$queryRaw<PaidRow[]>`
    SELECT t.settled::text, t.arrived::text, t.open_id AS "openId"
    FROM bills b CROSS JOIN LATERAL ${PAID} t WHERE b.id = ${billId}::uuid`;
  return toPaid(row ?? { settled: "0", arrived: "0", openId: null });
}

export function toPaid({ settled, arrived, openId }: PaidRow): BillPaid {
  return { settled: decimal(settled), arrived: decimal(arrived), openId };
}

/** One payment of a bill, as the pages list it. */
export type BillPaymentRow = {
  readonly invoiceId: string;
  readonly orderId: string;
  readonly status: InvoiceStatus;
  /** The last event about it was that a member cancelled it. */
  readonly isCancelledByHand: boolean;
  readonly paidAmount: string;
  readonly amount: string;
  readonly covers: string;
  readonly createdAt: Date;
  readonly finalAt: Date | null;
};

/** Lists the invoices that the bill's page made, oldest first, and what each pays of the bill. */
export async function listBillPayments(tx: Tx, billId: string): Promise<readonly BillPaymentRow[]> {
  return await tx.$queryRaw<BillPaymentRow[]>`
    SELECT p.invoice_id AS "invoiceId", i.order_id AS "orderId", i.status::text, i.amount::text, (${COVERS})::text AS covers,
      i.paid_amount::text AS "paidAmount", ${CANCELLED_BY_HAND} AS "isCancelledByHand", p.created_at AS "createdAt", i.final_at AS "finalAt"
    FROM bill_payments p JOIN bills b ON b.id = p.bill_id JOIN invoices i ON i.id = p.invoice_id
      LEFT JOIN quotes q ON q.id = i.current_quote_id
    WHERE p.bill_id = ${billId}::uuid ORDER BY p.created_at, p.invoice_id`;
}

export async function findInvoiceOfKey(tx: Tx, billId: string, formKey: string): Promise<string | null> {
  const row = await tx.billPayment.findUnique({
    where: { billId_formKey: { billId, formKey } },
    select: { invoiceId: true },
  });
  return row?.invoiceId ?? null;
}

export async function insertBillPayment(
  tx: Tx,
  payment: Omit<Prisma.BillPaymentUncheckedCreateInput, "createdAt">,
): Promise<void> {
  await tx.billPayment.create({ data: payment, select: { invoiceId: true } });
}
