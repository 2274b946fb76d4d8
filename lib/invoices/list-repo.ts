import { database } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { INVOICE_STATUSES, type InvoiceStatus } from "@/lib/invoices/status";
import { chainTextBeginning, type TextRange, textBeginning, uuidsBeginning } from "@/lib/paging/begins-with";
import type { Match } from "@/lib/paging/list-schema";
import { isByWorth } from "@/lib/paging/list-sort";
import { asListed, type ListColumns, type ListWindow, windowOrder, withinWindow } from "@/lib/paging/list-window-repo";

export type InvoiceListFilter = ListWindow & {
  readonly statuses: readonly InvoiceStatus[] | null;
  readonly search: string | null;
  readonly coin: string | null;
  readonly network: string | null;
  readonly currency: string | null;
};

export type InvoiceListRow = {
  readonly id: string;
  readonly order_id: string;
  readonly status: InvoiceStatus;
  readonly amount: string;
  readonly currency_code: string;
  readonly credited_amount: string | null;
  readonly commission_amount: string | null;
  readonly paid_amount: string;
  readonly paid_amount_usd: string;
  /** The same, exactly: what a list by worth is sorted by. */
  readonly worth: string;
  readonly transaction_id: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly final_at: Date | null;
  readonly payer_amount: string | null;
  readonly payer_code: string | null;
  readonly payer_network: string | null;
  readonly address: string | null;
  readonly matched_by: Match | null;
};

const COLUMNS: ListColumns = {
  at: Prisma.sql`i.created_at`,
  id: Prisma.sql`i.id`,
  worth: Prisma.sql`i.paid_amount_usd`,
};

/** Chain data that one search may lead to: a sender can have paid thousands of invoices, of which a page shows the newest. */
const FOUND_MAX = 2_000;

/** A merchant's invoices within a window, in its order. Every narrowing is answered by an index: bench/lists.mjs measures them. */
export async function selectInvoicePage(
  merchantId: string,
  filter: InvoiceListFilter,
  limit: number,
): Promise<InvoiceListRow[]> {
  const chosen =
    filter.search === null
      ? chosenBy(merchantId, filter, limit)
      : await searched(merchantId, filter, filter.search, limit);
  const rows = await database().$queryRaw<InvoiceListRow[]>`
    SELECT i.id, i.order_id, i.status::text AS status, i.amount::text, i.currency_code, i.credited_amount::text, i.commission_amount::text, i.paid_amount::text,
      round(i.paid_amount_usd, 2)::text AS paid_amount_usd, i.paid_amount_usd::text AS worth, i.transaction_id, i.created_at, i.expires_at, i.final_at,
      q.payer_amount::text, q.currency_code AS payer_code, q.network_code AS payer_network, q.address, c.matched_by
    FROM (${chosen}) c JOIN invoices i ON i.id = c.id LEFT JOIN quotes q ON q.id = i.current_quote_id
    ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit}`;
  return asListed(rows, filter);
}

/** Ids alone, so that sorting and skipping carry no rows along. Each status is read by itself in the order of its index. */
function chosenBy(merchantId: string, filter: InvoiceListFilter, limit: number): Prisma.Sql {
  // The index by worth has the status before it; every status together is all of them.
  const statuses = filter.statuses ?? (isByWorth(filter.sort) ? INVOICE_STATUSES : null);
  const order = windowOrder(filter, COLUMNS);
  const one = (status: Prisma.Sql) => Prisma.sql`
    SELECT i.id, i.created_at, i.paid_amount_usd FROM invoices i ${quoteOf(filter)} WHERE i.merchant_id = ${merchantId}::uuid AND ${narrowed(filter)} ${status} ORDER BY ${order} LIMIT ${limit}`;
  if (statuses === null) return Prisma.sql`SELECT id, null::text AS matched_by FROM (${one(Prisma.empty)}) i`;
  return Prisma.sql`SELECT i.id, null::text AS matched_by FROM unnest(${[...statuses]}::invoice_status[]) s(status)
    CROSS JOIN LATERAL (${one(Prisma.sql`AND i.status = s.status`)}) i ORDER BY ${order} LIMIT ${limit}`;
}

function quoteOf({ coin, network }: InvoiceListFilter): Prisma.Sql {
  return coin === null && network === null ? Prisma.empty : Prisma.sql`JOIN quotes q ON q.id = i.current_quote_id`;
}

function narrowed(filter: InvoiceListFilter): Prisma.Sql {
  const { coin, network, currency } = filter;
  const conditions = [
    withinWindow(filter, COLUMNS),
    ...(coin === null ? [] : [Prisma.sql`q.currency_code = ${coin}`]),
    ...(network === null ? [] : [Prisma.sql`q.network_code = ${network}`]),
    ...(currency === null ? [] : [Prisma.sql`i.currency_code = ${currency}`]),
  ];
  return Prisma.join(conditions, " AND ");
}

/** The newest of those whose order id begins like it, and of those that its uuid, transactions and addresses lead to. */
async function searched(
  merchantId: string,
  filter: InvoiceListFilter,
  search: string,
  limit: number,
): Promise<Prisma.Sql> {
  const found = await findByChain(merchantId, search);
  const statuses =
    filter.statuses === null ? Prisma.empty : Prisma.sql`AND i.status = ANY(${[...filter.statuses]}::invoice_status[])`;
  const order = textBeginning(search);
  const own = (matchedBy: Prisma.Sql, condition: Prisma.Sql) => Prisma.sql`
    (SELECT i.id, i.created_at, ${matchedBy} AS matched_by FROM invoices i ${quoteOf(filter)} ${condition} AND i.merchant_id = ${merchantId}::uuid
      AND ${narrowed(filter)} ${statuses} ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit})`;
  return Prisma.sql`SELECT DISTINCT ON (i.id) i.id, i.matched_by FROM (
    ${own(Prisma.sql`'order'`, Prisma.sql`WHERE lower(i.order_id) ~>=~ ${order.from} AND lower(i.order_id) ~<~ ${order.to}`)}
    UNION ALL
    ${own(Prisma.sql`f.kind`, Prisma.sql`JOIN unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ kind }) => kind)}::text[]) f(id, kind) ON f.id = i.id WHERE TRUE`)}) i`;
}

type Found = { readonly id: string; readonly kind: Match };

/** Invoices that a uuid, a transaction, an address or a sender belongs to. The merchant is asked for here as well: others' are never counted. */
async function findByChain(merchantId: string, search: string): Promise<Found[]> {
  const [uuids, text] = [uuidsBeginning(search), chainTextBeginning(search)];
  const parts = [
    ...(uuids === null ? [] : [byId(merchantId, uuids)]),
    ...(text === null
      ? []
      : [
          byAddress(merchantId, text, "invoice"),
          byAddress(merchantId, text, "wallet"),
          byDeposit(merchantId, text, "transaction"),
          byDeposit(merchantId, text, "sender"),
        ]),
  ];
  if (parts.length === 0) return [];
  return database().$queryRaw<Found[]>`${Prisma.join(parts, " UNION ALL ")}`;
}

function byId(merchantId: string, { from, to }: TextRange): Prisma.Sql {
  return Prisma.sql`(SELECT id, 'id' AS kind FROM invoices WHERE id BETWEEN ${from}::uuid AND ${to}::uuid AND merchant_id = ${merchantId}::uuid LIMIT ${FOUND_MAX})`;
}

/** Its own address, or that of the static wallet that it topped up. */
function byAddress(merchantId: string, { from, to }: TextRange, owner: "invoice" | "wallet"): Prisma.Sql {
  const joined = owner === "invoice" ? Prisma.sql`i.id = a.owner_id` : Prisma.sql`i.wallet_id = a.owner_id`;
  return Prisma.sql`(SELECT i.id, 'address' AS kind FROM addresses a JOIN invoices i ON ${joined}
    WHERE lower(a.address) ~>=~ ${from} AND lower(a.address) ~<~ ${to} AND a.owner_id IS NOT NULL AND a.owner_kind = ${owner}
      AND i.merchant_id = ${merchantId}::uuid LIMIT ${FOUND_MAX})`;
}

/** Deposits of an invoice, and those that were credited as its top-up. */
function byDeposit(merchantId: string, { from, to }: TextRange, kind: "transaction" | "sender"): Prisma.Sql {
  const column = kind === "transaction" ? Prisma.sql`lower(d.transaction_id)` : Prisma.sql`lower(d.from_address)`;
  return Prisma.sql`(SELECT i.id, ${kind} AS kind FROM deposits d LEFT JOIN invoice_credits c ON c.deposit_id = d.id AND d.owner_kind = 'wallet'
    JOIN invoices i ON i.id = CASE WHEN d.owner_kind = 'invoice' THEN d.owner_id ELSE c.invoice_id END
    WHERE ${column} ~>=~ ${from} AND ${column} ~<~ ${to} AND i.merchant_id = ${merchantId}::uuid LIMIT ${FOUND_MAX})`;
}
