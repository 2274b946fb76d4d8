import { Prisma } from "@/lib/generated/prisma/client";
import { batched, rowsOf } from "@/lib/kernel/batch";
import { database, type Tx } from "@/lib/kernel/db";
import { type DecimalLike, decimal } from "@/lib/kernel/money/decimal";
import { updateRows } from "@/lib/kernel/update-rows";
import { OPEN_INVOICE } from "@/lib/ledger/open-statuses";
import { type DepositEventKey, depositEventKey } from "@/lib/money-in/invoices/deposit-batch";
import type { Quote } from "@/lib/money-in/invoices/invoice";
import { lockInvoices, selectInvoices } from "@/lib/money-in/invoices/read-invoice-repo";

type QuoteRow = Prisma.QuoteGetPayload<object>;

/** Finds an invoice by id, for internal use: ownership is not checked. Null if there is none. */
export const findInvoiceById = batched(selectInvoices);

/** Locks the row until the transaction ends and returns it. */
export const lockInvoice = batched(lockInvoices);

/** All quotes of an invoice, the first one first. */
export const listQuotes = batched(async (tx, invoiceIds: readonly string[]): Promise<Quote[][]> => {
  const rows = await tx.quote.findMany({
    where: { invoiceId: { in: [...invoiceIds] } },
    orderBy: [{ invoiceId: "asc" }, { number: "asc" }],
  });
  return rowsOf(invoiceIds, rows, ({ invoiceId }) => invoiceId).map((quotes) => quotes.map(toQuote));
});

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

/** Changes plain columns of an invoice whose lock the caller has; `data` has no operations. */
export async function updateInvoice(tx: Tx, id: string, data: Prisma.InvoiceUncheckedUpdateInput): Promise<void> {
  await updateRow(tx, { id, data: { ...data, updatedAt: new Date() } });
}

type Update = { readonly id: string; readonly data: Prisma.InvoiceUncheckedUpdateInput };

const updateRow = batched(async (tx, updates: readonly Update[]): Promise<null[]> => {
  const [only, ...others] = updates;
  if (only !== undefined && others.length === 0)
    await tx.invoice.update({ where: { id: only.id }, data: only.data, select: { id: true } });
  else await updateRows(tx, "invoices", updates);
  return updates.map(() => null);
});

/** Whether any deposit of the invoice is not vanished. */
export async function hasDeposits(tx: Tx, invoiceId: string): Promise<boolean> {
  const found = await tx.deposit.findFirst({
    where: { ownerKind: "invoice", ownerId: invoiceId, status: { not: "vanished" } },
    select: { id: true },
  });
  return found !== null;
}

/** Lists the deposit events that are already in the time line. */
export const listDepositEventKeys = batched(async (tx, invoiceIds: readonly string[]) => {
  const rows = await tx.$queryRaw<{ invoiceId: string; kind: string; id: string; inclusion: number }[]>`
    SELECT invoice_id AS "invoiceId", kind, detail->>'deposit' AS id, (detail->>'inclusion')::int AS inclusion
    FROM invoice_events
    WHERE invoice_id = ANY(${invoiceIds}::uuid[]) AND kind IN ('deposit-seen', 'deposit-vanished')`;
  return rowsOf(invoiceIds, rows, ({ invoiceId }) => invoiceId).map(
    (events): ReadonlySet<DepositEventKey> =>
      new Set(events.map(({ kind, id, inclusion }) => depositEventKey(kind, { id, inclusion }))),
  );
});

/**
 * Whether every network on which the invoice has an address has been read, up to a fresh head,
 * beyond its expiry. Where contracts pay its coin without a listed transfer, its address must also
 * have been checked after expiry; if checks have failed since, an expiry before `heldSince` is
 * enough.
 */
export const isReadBeyondExpiry = batched(
  async (tx, asked: readonly { readonly invoiceId: string; readonly heldSince: Date }[]): Promise<boolean[]> => {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT i.id FROM unnest(${asked.map(({ invoiceId }) => invoiceId)}::uuid[],
          ${asked.map(({ heldSince }) => heldSince.toISOString())}::text[]::timestamptz[]) AS asked (id, held_since)
        JOIN invoices i ON i.id = asked.id
      WHERE EXISTS (${unreadQuotes(Prisma.sql`asked.held_since`)})`;
    const unread = new Set(rows.map(({ id }) => id));
    return asked.map(({ invoiceId }) => !unread.has(invoiceId));
  },
);

/**
 * Quotes of an invoice (`i`) on networks that were not read beyond its expiry, or whose address
 * still needs a balance check after it.
 */
function unreadQuotes(heldSince: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT 1 FROM quotes q LEFT JOIN chain_cursors c ON c.network_code = q.network_code
    WHERE q.invoice_id = i.id AND (c.caught_up_at IS NULL OR c.caught_up_at <= i.expires_at OR EXISTS (
      SELECT 1 FROM balance_checks w JOIN networks n ON n.code = w.network_code AND n.native_currency = q.currency_code
      WHERE w.network_code = q.network_code AND w.address_id = q.address_id AND (w.checked_until IS NULL OR w.checked_until <= i.expires_at)
        AND (w.failed_at IS NULL OR w.failed_at <= i.expires_at OR i.expires_at >= ${heldSince})))`;
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
    WHERE i.status IN ${OPEN_INVOICE} AND i.expires_at < ${now} AND i.wallet_id IS NULL
      AND NOT EXISTS (${unreadQuotes(Prisma.sql`${holds.inFlightSince}::timestamptz`)})
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
