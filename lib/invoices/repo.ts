import { database, type Tx } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Invoice, Quote } from "@/lib/invoices/invoice";
import type { CoinChoice } from "@/lib/invoices/schema";
import { type DecimalLike, decimal } from "@/lib/money/decimal";

type QuoteRow = Prisma.QuoteGetPayload<object>;
type InvoiceRow = Prisma.InvoiceGetPayload<{ include: { currentQuote: true } }>;

/** By id, for the gateway itself: no owner is checked. */
export async function findInvoiceById(db: Tx, id: string): Promise<Invoice | null> {
  const row = await db.invoice.findUnique({ where: { id }, include: { currentQuote: true } });
  return row ? toInvoice(row) : null;
}

/** A merchant's own invoice by the merchant's order id. */
export async function findInvoiceByOrderId(merchantId: string, orderId: string): Promise<Invoice | null> {
  const row = await database().invoice.findUnique({
    where: { merchantId_orderId: { merchantId, orderId } },
    include: { currentQuote: true },
  });
  return row ? toInvoice(row) : null;
}

/** A merchant's own invoice by its uuid. */
export async function findMerchantInvoice(merchantId: string, id: string): Promise<Invoice | null> {
  const row = await database().invoice.findFirst({ where: { id, merchantId }, include: { currentQuote: true } });
  return row ? toInvoice(row) : null;
}

/** Locks the row until the transaction ends, before anything is decided about it. */
export async function lockInvoice(tx: Tx, id: string): Promise<Invoice | null> {
  await tx.$queryRaw`SELECT 1 FROM invoices WHERE id = ${id}::uuid FOR UPDATE`;
  return findInvoiceById(tx, id);
}

export async function listQuotes(tx: Tx, invoiceId: string): Promise<Quote[]> {
  const rows = await tx.quote.findMany({ where: { invoiceId }, orderBy: { number: "asc" } });
  return rows.map(toQuote);
}

export async function insertQuote(tx: Tx, invoiceId: string, quote: Omit<Quote, "id">): Promise<string> {
  const { payerAmount, baseAmount, discount, rate, usdRate, commissionRate, commissionFixed, ...rest } = quote;
  const exact = {
    payerAmount: payerAmount.toFixed(),
    baseAmount: baseAmount.toFixed(),
    discount: discount.toFixed(),
    rate: rate.toFixed(),
    usdRate: usdRate.toFixed(),
    commissionRate: commissionRate.toFixed(),
    commissionFixed: commissionFixed.toFixed(),
  };
  const row = await tx.quote.create({ data: { invoiceId, ...rest, ...exact }, select: { id: true } });
  return row.id;
}

export async function updateInvoice(tx: Tx, id: string, data: Prisma.InvoiceUncheckedUpdateInput): Promise<void> {
  await tx.invoice.update({ where: { id }, data: { ...data, updatedAt: new Date() }, select: { id: true } });
}

export async function insertEvent(tx: Tx, invoiceId: string, kind: string, detail: Prisma.InputJsonObject): Promise<void> {
  await tx.invoiceEvent.create({ data: { invoiceId, kind, detail }, select: { id: true } });
}

/** Open invoices past their time whose networks have all been read beyond it, longest overdue first. */
export async function listExpirableIds(now: Date, limit: number): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT i.id FROM invoices i
    WHERE i.status IN ('check', 'process') AND i.expires_at < ${now}
      AND NOT EXISTS (
        SELECT 1 FROM quotes q LEFT JOIN chain_cursors c ON c.network_code = q.network_code
        WHERE q.invoice_id = i.id AND (c.caught_up_at IS NULL OR c.caught_up_at <= i.expires_at))
    ORDER BY i.expires_at LIMIT ${limit}`;
  return rows.map((row) => row.id);
}

export function toInvoice(row: InvoiceRow): Invoice {
  const { currentQuote, ...rest } = row;
  return {
    ...rest,
    amount: decimal(row.amount),
    accuracyPercent: decimal(row.accuracyPercent),
    paidAmount: decimal(row.paidAmount),
    paidAmountUsd: decimal(row.paidAmountUsd),
    creditedAmount: orNull(row.creditedAmount),
    commissionAmount: orNull(row.commissionAmount),
    currencies: toCoins(row.currencies),
    exceptCurrencies: toCoins(row.exceptCurrencies),
    currentQuote: currentQuote ? toQuote(currentQuote) : null,
  };
}

function toQuote(row: QuoteRow): Quote {
  return {
    ...row,
    payerAmount: decimal(row.payerAmount),
    baseAmount: decimal(row.baseAmount),
    discount: decimal(row.discount),
    rate: decimal(row.rate),
    usdRate: decimal(row.usdRate),
    commissionRate: decimal(row.commissionRate),
    commissionFixed: decimal(row.commissionFixed),
  };
}

function orNull(value: DecimalLike | null) {
  return value === null ? null : decimal(value);
}

/** Written by our own insert from validated input, so its shape is known. */
function toCoins(value: Prisma.JsonValue): readonly CoinChoice[] | null {
  return value === null ? null : (value as unknown as readonly CoinChoice[]);
}
