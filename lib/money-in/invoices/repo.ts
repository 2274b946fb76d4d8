import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type DecimalLike, decimal } from "@/lib/kernel/money/decimal";
import { type DepositEventKey, depositEventKey } from "@/lib/money-in/invoices/deposit-batch";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import type { CoinChoice } from "@/lib/money-in/invoices/schema";

type QuoteRow = Prisma.QuoteGetPayload<object>;
type InvoiceRow = Prisma.InvoiceGetPayload<{ include: { currentQuote: true } }>;

/** Finds an invoice by id, for internal use: ownership is not checked. */
export async function findInvoiceById(db: Tx, id: string): Promise<Invoice | null> {
  const row = await db.invoice.findUnique({ where: { id }, include: { currentQuote: true } });
  return row ? toInvoice(row) : null;
}

/** Locks the row until the transaction ends and returns it. */
export async function lockInvoice(tx: Tx, id: string): Promise<Invoice | null> {
  await tx.$queryRaw`SELECT 1 FROM invoices WHERE id = ${id}::uuid FOR UPDATE`;
  return findInvoiceById(tx, id);
}

export async function listQuotes(tx: Tx, invoiceId: string): Promise<Quote[]> {
  const rows = await tx.quote.findMany({ where: { invoiceId }, orderBy: { number: "asc" } });
  return rows.map(toQuote);
}

export async function insertQuote(tx: Tx, invoiceId: string, quote: Omit<Quote, "id">): Promise<string> {
  const { payerAmount, baseAmount, discount, rate, usdRate, commissionRate, commissionFixed, convertRate, ...rest } =
    quote;
  const exact = {
    payerAmount: payerAmount.toFixed(),
    baseAmount: baseAmount.toFixed(),
    discount: discount.toFixed(),
    rate: rate.toFixed(),
    usdRate: usdRate.toFixed(),
    commissionRate: commissionRate.toFixed(),
    commissionFixed: commissionFixed.toFixed(),
    convertRate: convertRate?.toFixed() ?? null,
  };
  const row = await tx.quote.create({ data: { invoiceId, ...rest, ...exact }, select: { id: true } });
  return row.id;
}

export async function updateInvoice(tx: Tx, id: string, data: Prisma.InvoiceUncheckedUpdateInput): Promise<void> {
  await tx.invoice.update({ where: { id }, data: { ...data, updatedAt: new Date() }, select: { id: true } });
}

/** Whether any deposit of the invoice is not vanished. */
export async function hasDeposits(tx: Tx, invoiceId: string): Promise<boolean> {
  const found = await tx.deposit.findFirst({
    where: { ownerKind: "invoice", ownerId: invoiceId, status: { not: "vanished" } },
    select: { id: true },
  });
  return found !== null;
}

/** Lists the deposit events that are already in the time line. */
export async function listDepositEventKeys(tx: Tx, invoiceId: string): Promise<Set<DepositEventKey>> {
  const rows = await tx.$queryRaw<{ kind: string; id: string; inclusion: number }[]>`
    SELECT kind, detail->>'deposit' AS id, (detail->>'inclusion')::int AS inclusion FROM invoice_events
    WHERE invoice_id = ${invoiceId}::uuid AND kind IN ('deposit-seen', 'deposit-vanished')`;
  return new Set(rows.map(({ kind, id, inclusion }) => depositEventKey(kind, { id, inclusion })));
}

/**
 * Whether every network on which the invoice has an address has been read, up to a fresh head,
 * beyond its expiry. Where contracts pay its coin without a listed transfer, its address must also
 * have been checked after expiry; if checks have failed since, an expiry before `heldSince` is
 * enough.
 */
export async function isReadBeyondExpiry(tx: Tx, invoiceId: string, heldSince: Date): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM invoices i JOIN LATERAL (${unreadQuotes(heldSince)}) AS unread ON true WHERE i.id = ${invoiceId}::uuid LIMIT 1`;
  return rows.length === 0;
}

/**
 * Quotes of an invoice (`i`) on networks that were not read beyond its expiry, or whose address
 * still needs a balance check after it.
 */
function unreadQuotes(heldSince: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT 1 FROM quotes q LEFT JOIN chain_cursors c ON c.network_code = q.network_code
    WHERE q.invoice_id = i.id AND (c.caught_up_at IS NULL OR c.caught_up_at <= i.expires_at OR EXISTS (
      SELECT 1 FROM balance_checks w JOIN networks n ON n.code = w.network_code AND n.native_currency = q.currency_code
      WHERE w.network_code = q.network_code AND w.address_id = q.address_id AND (w.checked_until IS NULL OR w.checked_until <= i.expires_at)
        AND (w.failed_at IS NULL OR w.failed_at <= i.expires_at OR i.expires_at >= ${heldSince}::timestamptz)))`;
}

/**
 * Lists open, expired invoices whose networks have all been read beyond expiry and whose addresses
 * have the required balance checks, longest overdue first. Excludes those held open by a pending
 * payment (in a block, or in the mempool in time), a reversal, or a vanished booked part whose
 * reversal is not approved.
 */
export async function listExpirableIds(
  now: Date,
  holds: { inFlightSince: Date; reversedSince: Date },
  limit: number,
): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT i.id FROM invoices i
    WHERE i.status IN ('check', 'process') AND i.expires_at < ${now} AND i.wallet_id IS NULL
      AND NOT EXISTS (${unreadQuotes(holds.inFlightSince)})
      AND (i.reversed_at IS NULL OR i.reversed_at < ${holds.reversedSince})
      AND (i.expires_at < ${holds.inFlightSince} OR NOT EXISTS (
        SELECT 1 FROM deposits d WHERE d.owner_kind = 'invoice' AND d.owner_id = i.id AND d.status = 'seen'
          AND (d.block_height IS NOT NULL OR d.seen_at <= i.expires_at)))
      AND NOT EXISTS (
        SELECT 1 FROM deposits d WHERE d.owner_kind = 'invoice' AND d.owner_id = i.id AND d.status = 'vanished'
          AND d.booked_inclusion IS NOT NULL AND d.reversal_approved_at IS NULL)
    ORDER BY i.expires_at LIMIT ${limit}`;
  return rows.map((row) => row.id);
}

export function toInvoice(row: InvoiceRow): Invoice {
  const { currentQuote, currentQuoteId: _, resendCount: __, ...rest } = row;
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

function toQuote({ invoiceId: _, ...row }: QuoteRow): Quote {
  return {
    ...row,
    payerAmount: decimal(row.payerAmount),
    baseAmount: decimal(row.baseAmount),
    discount: decimal(row.discount),
    rate: decimal(row.rate),
    usdRate: decimal(row.usdRate),
    commissionRate: decimal(row.commissionRate),
    commissionFixed: decimal(row.commissionFixed),
    convertRate: orNull(row.convertRate),
  };
}

function orNull(value: DecimalLike | null) {
  return value === null ? null : decimal(value);
}

/** Written only by the repository's own insert, from validated input, so its shape is known. */
function toCoins(value: Prisma.JsonValue): readonly CoinChoice[] | null {
  return value === null ? null : (value as unknown as readonly CoinChoice[]);
}
