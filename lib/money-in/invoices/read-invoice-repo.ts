import { Prisma } from "@/lib/generated/prisma/client";
import { connectionPool, type Tx } from "@/lib/kernel/db";
import { type Decimal, type DecimalLike, decimal } from "@/lib/kernel/money/decimal";
import { type PageSlice, toSqlSlice } from "@/lib/kernel/paging/read-page";
import type { Invoice, PaymentOutcome, Quote } from "@/lib/money-in/invoices/invoice";
import { readTerms, TERM_COLUMNS, type TermsRow } from "@/lib/money-in/invoices/invoice-terms-columns";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import { hasVersion } from "@/lib/people/merchants/merchant";

/**
 * Reads invoices with their current quote in one `pg` statement: shops' most frequent query waits
 * for nothing else.
 */

/** As `pg` returns them, amounts and bigints as text, or as Prisma does. */
type Row = TermsRow & {
  id: string;
  merchant_id: string;
  wallet_id: string | null;
  recurrence_id: string | null;
  status: InvoiceStatus;
  payment_outcome: PaymentOutcome | null;
  paid_amount: DecimalLike;
  paid_amount_usd: DecimalLike;
  credited_amount: DecimalLike | null;
  commission_amount: DecimalLike | null;
  transaction_id: string | null;
  from_address: string | null;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
  final_at: Date | null;
  reversed_at: Date | null;
};

type WithQuote = Row & ({ q_id: null } | QuoteRow);

type QuoteRow = {
  q_id: string;
  q_number: number;
  q_currency_code: string;
  q_network_code: string;
  q_address: string;
  q_address_id: string | bigint;
  q_payer_amount: DecimalLike;
  q_base_amount: DecimalLike;
  q_discount: DecimalLike;
  q_discount_percent: number | null;
  q_convert_to_code: string | null;
  q_convert_rate: DecimalLike | null;
  q_rate: DecimalLike;
  q_rate_source: string;
  q_rate_at: Date;
  q_usd_rate: DecimalLike;
  q_commission_rate: DecimalLike;
  q_commission_fixed: DecimalLike;
  q_valid_until: Date;
  q_created_at: Date;
};

const INVOICE_COLUMNS = `id, merchant_id, ${TERM_COLUMNS.map(([name]) => name).join(", ")}, wallet_id, recurrence_id, status, payment_outcome,
  paid_amount, paid_amount_usd, credited_amount, commission_amount, transaction_id, from_address, expires_at, created_at, updated_at,
  final_at, reversed_at`;
const QUOTE_COLUMNS = `id, number, currency_code, network_code, address, address_id, payer_amount, base_amount, discount, discount_percent,
  convert_to_code, convert_rate, rate, rate_source, rate_at, usd_rate, commission_rate, commission_fixed, valid_until, created_at`;

const listed = (table: string, columns: string, prefix = "") =>
  columns
    .split(",")
    .map((column) => `${table}.${column.trim()} AS ${prefix}${column.trim()}`)
    .join(", ");

const SELECT = `SELECT ${listed("i", INVOICE_COLUMNS)}, ${listed("q", QUOTE_COLUMNS, "q_")}
  FROM invoices i LEFT JOIN quotes q ON q.id = i.current_quote_id`;

/**
 * Only an invoice that the merchant requested: top-ups of static wallets and payments of plans
 * share the order id of their wallet or plan.
 */
const BY_ORDER_ID = `${SELECT} WHERE i.merchant_id = $1 AND i.order_id = $2 AND i.wallet_id IS NULL AND i.recurrence_id IS NULL
  AND ${hasVersion("$1", "$3")}`;
const BY_ID = `${SELECT} WHERE i.id = $2 AND i.merchant_id = $1 AND ${hasVersion("$1", "$3")}`;

/**
 * Finds a merchant's own invoice by order id, excluding top-ups and payments of plans, which share
 * the id of their wallet or plan. Null where there is none, and where the merchant's version
 * differs from the expected one.
 */
export async function findInvoiceByOrderId(
  merchantId: string,
  orderId: string,
  expectedVersion: string | null = null,
): Promise<Invoice | null> {
  return readOne("find-invoice-by-order-id", BY_ORDER_ID, [merchantId, orderId, expectedVersion]);
}

/** Finds any invoice or top-up of the merchant by its uuid, with the same version check. */
export async function findMerchantInvoice(
  merchantId: string,
  id: string,
  expectedVersion: string | null = null,
): Promise<Invoice | null> {
  return readOne("find-merchant-invoice", BY_ID, [merchantId, id, expectedVersion]);
}

/** An invoice's position in a list, and the version of its row. */
export type InvoiceVersion = { readonly id: string; readonly createdAt: Date; readonly version: string };

/** PostgreSQL's own version of the row. The database refuses every change of a quote. */
const VERSION = "i.xmin";

/** Selects the versions of a page of a merchant's invoices and top-ups. */
export async function selectInvoiceVersions(merchantId: string, slice: PageSlice): Promise<InvoiceVersion[]> {
  const { text, values } = toSqlSlice(slice, "i", 2);
  const { rows } = await connectionPool().query<InvoiceVersion>({
    name: `select-invoice-versions-${slice.direction}`,
    text: `SELECT i.id, i.created_at AS "createdAt", ${VERSION} AS version FROM invoices i WHERE i.merchant_id = $1 AND ${text}`,
    values: [merchantId, ...values],
  });
  return rows;
}

/** Invoices of a merchant by their ids, each with its version. */
export async function selectVersionedInvoices(
  merchantId: string,
  ids: readonly string[],
): Promise<{ readonly invoice: Invoice; readonly version: string }[]> {
  const { rows } = await connectionPool().query<WithQuote & { version: string }>({
    name: "select-versioned-invoices",
    text: `${SELECT.replace("SELECT", `SELECT ${VERSION} AS version,`)} WHERE i.merchant_id = $1 AND i.id = ANY($2::uuid[])`,
    values: [merchantId, ids],
  });
  return rows.map((row) => ({ invoice: toInvoice(row), version: row.version }));
}

/** Invoices by id with their current quotes, as the transaction sees them; null for none. */
export async function selectInvoices(tx: Tx, ids: readonly string[]): Promise<(Invoice | null)[]> {
  const rows = await tx.$queryRaw<WithQuote[]>`${Prisma.raw(SELECT)} WHERE i.id = ANY(${ids}::uuid[])`;
  const found = new Map(rows.map((row) => [row.id, toInvoice(row)]));
  return ids.map((id) => found.get(id.toLowerCase()) ?? null);
}

/**
 * The same, with the rows locked until the transaction ends. A statement that waited for a lock
 * sees the row as it is then, but not what it joins: so they are locked first.
 */
export async function lockInvoices(tx: Tx, ids: readonly string[]): Promise<(Invoice | null)[]> {
  await tx.$queryRaw`SELECT 1 FROM invoices WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  return selectInvoices(tx, ids);
}

async function readOne(name: string, text: string, values: readonly unknown[]): Promise<Invoice | null> {
  const { rows } = await connectionPool().query<WithQuote>({ name, text, values: [...values] });
  return rows[0] === undefined ? null : toInvoice(rows[0]);
}

function toInvoice(row: WithQuote): Invoice {
  return {
    ...readTerms(row),
    id: row.id,
    merchantId: row.merchant_id,
    walletId: row.wallet_id,
    recurrenceId: row.recurrence_id,
    status: row.status,
    paymentOutcome: row.payment_outcome,
    paidAmount: decimal(row.paid_amount),
    paidAmountUsd: decimal(row.paid_amount_usd),
    creditedAmount: orNull(row.credited_amount),
    commissionAmount: orNull(row.commission_amount),
    transactionId: row.transaction_id,
    fromAddress: row.from_address,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    finalAt: row.final_at,
    reversedAt: row.reversed_at,
    currentQuote: row.q_id === null ? null : toQuote(row),
  };
}

function toQuote(row: QuoteRow): Quote {
  return {
    id: row.q_id,
    number: row.q_number,
    currencyCode: row.q_currency_code,
    networkCode: row.q_network_code,
    address: row.q_address,
    addressId: BigInt(row.q_address_id),
    payerAmount: decimal(row.q_payer_amount),
    baseAmount: decimal(row.q_base_amount),
    discount: decimal(row.q_discount),
    discountPercent: row.q_discount_percent,
    convertToCode: row.q_convert_to_code,
    convertRate: orNull(row.q_convert_rate),
    rate: decimal(row.q_rate),
    rateSource: row.q_rate_source,
    rateAt: row.q_rate_at,
    usdRate: decimal(row.q_usd_rate),
    commissionRate: decimal(row.q_commission_rate),
    commissionFixed: decimal(row.q_commission_fixed),
    validUntil: row.q_valid_until,
    createdAt: row.q_created_at,
  };
}

function orNull(value: DecimalLike | null): Decimal | null {
  return value === null ? null : decimal(value);
}
