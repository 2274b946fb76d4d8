import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { NewInvoice } from "@/lib/money-in/invoices/insert-invoice-repo";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import type { Period } from "@/lib/money-in/recurrences/recurrence";
import type { PeriodState } from "@/lib/money-in/recurrences/status";

/** A period with the state of its invoice. */
export type EvaluatedPeriod = Period & {
  readonly invoiceStatus: InvoiceStatus | null;
  /** Cancelled before it expired, by a member of the merchant or by the end of the plan. */
  readonly isInvoiceCancelled: boolean;
  /**
   * Confirmed payments of its invoice, and the amount due; null without an invoice, or before the
   * payer chose a coin.
   */
  readonly invoicePaid: { readonly amount: Decimal; readonly due: Decimal } | null;
};

export async function insertPeriod(
  tx: Tx,
  { amount, ...period }: Omit<Period, "id" | "remindedAt" | "paidAt">,
): Promise<Period> {
  return toPeriod(await tx.recurrencePeriod.create({ data: { ...period, amount: amount.toFixed() } }));
}

export async function updatePeriod(
  tx: Tx,
  id: string,
  data: Prisma.RecurrencePeriodUncheckedUpdateInput,
): Promise<Period> {
  return toPeriod(await tx.recurrencePeriod.update({ where: { id }, data }));
}

/**
 * Inserts a priced invoice, without its quote, as the payment of a plan's period. It claims no
 * order id, which the plan has claimed.
 */
export async function insertPeriodInvoice(tx: Tx, priced: NewInvoice, recurrenceId: string): Promise<void> {
  const { quote: _, currencies: _all, exceptCurrencies: _none, amount, accuracyPercent, ...rest } = priced;
  const exact = { amount: amount.toFixed(), accuracyPercent: accuracyPercent.toFixed() };
  const data = { ...rest, ...exact, recurrenceId, updatedAt: priced.createdAt };
  await tx.invoice.create({ data, select: { id: true } });
}

const INVOICE = {
  invoice: {
    select: {
      status: true,
      paidAmount: true,
      currentQuote: { select: { payerAmount: true } },
      events: { where: { kind: "cancelled" }, take: 1, select: { id: true } },
    },
  },
} as const;

const PAID = ["paid", "paid_over"] as const;
const SENT_BACK = ["refund_process", "refund_paid", "refund_fail"] as const;

/**
 * Lists the periods of a plan that may need a decision: all except those that are paid and stayed
 * paid. Oldest first.
 */
export async function listUnsettledPeriods(tx: Tx, recurrenceId: string): Promise<EvaluatedPeriod[]> {
  const rows = await tx.recurrencePeriod.findMany({
    where: {
      recurrenceId,
      OR: [{ state: { not: "paid" } }, { invoice: { status: { notIn: [...PAID, ...SENT_BACK] } } }],
    },
    orderBy: { number: "asc" },
    include: INVOICE,
  });
  return rows.map(toEvaluated);
}

/** Lists the states of a plan's last periods with an invoice, newest first. */
export async function listLastStates(tx: Tx, recurrenceId: string, limit: number): Promise<PeriodState[]> {
  const rows = await tx.recurrencePeriod.findMany({
    where: { recurrenceId, invoiceId: { not: null } },
    orderBy: { number: "desc" },
    take: limit,
    select: { state: true },
  });
  return rows.map(({ state }) => state);
}

/** The newest period; null before the first. */
export async function findLastPeriod(tx: Tx, recurrenceId: string): Promise<Period | null> {
  const row = await tx.recurrencePeriod.findFirst({ where: { recurrenceId }, orderBy: { number: "desc" } });
  return row && toPeriod(row);
}

/** Returns when a period of the plan was last paid; null for never. */
export async function findLastPaidAt(tx: Tx, recurrenceId: string): Promise<Date | null> {
  const { _max } = await tx.recurrencePeriod.aggregate({ where: { recurrenceId }, _max: { paidAt: true } });
  return _max.paidAt;
}

/** Lists a plan's invoices that wait for a payment. */
export async function listOpenInvoiceIds(tx: Tx, recurrenceId: string): Promise<string[]> {
  const rows = await tx.invoice.findMany({ where: { recurrenceId, status: "check" }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Newest first, each with the status of its invoice. The caller has checked the plan's owner. */
export async function listPeriods(recurrenceId: string, limit: number): Promise<EvaluatedPeriod[]> {
  const rows = await database().recurrencePeriod.findMany({
    where: { recurrenceId },
    orderBy: { number: "desc" },
    take: limit,
    include: INVOICE,
  });
  return rows.map(toEvaluated);
}

function toEvaluated({
  invoice,
  ...row
}: Prisma.RecurrencePeriodGetPayload<{ include: typeof INVOICE }>): EvaluatedPeriod {
  const isInvoiceCancelled = (invoice?.events.length ?? 0) > 0;
  const due = invoice?.currentQuote?.payerAmount;
  const invoicePaid = invoice && due ? { amount: decimal(invoice.paidAmount), due: decimal(due) } : null;
  return { ...toPeriod(row), invoiceStatus: invoice?.status ?? null, isInvoiceCancelled, invoicePaid };
}

function toPeriod({ createdAt: _, ...row }: Prisma.RecurrencePeriodGetPayload<object>): Period {
  return { ...row, amount: decimal(row.amount) };
}
