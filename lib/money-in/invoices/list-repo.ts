import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { isByValue, type Match } from "@/lib/kernel/paging/list-schema";
import {
  beginsIn,
  chainTextPrefixRange,
  type ListColumns,
  type ListWindow,
  type TextRange,
  textPrefixRange,
  uuidPrefixRange,
  windowOrder,
  withinWindow,
} from "@/lib/kernel/paging/list-window-repo";
import { CANCELLED_BY_HAND } from "@/lib/money-in/invoices/renew-for-payer";
import { INVOICE_STATUSES, type InvoiceStatus } from "@/lib/money-in/invoices/status";

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
  readonly wallet_id: string | null;
  readonly is_cancelled_by_hand: boolean;
  readonly status: InvoiceStatus;
  readonly amount: string;
  readonly currency_code: string;
  readonly credited_amount: string | null;
  readonly commission_amount: string | null;
  readonly paid_amount: string;
  readonly paid_amount_usd: string;
  /** The same amount unrounded: the sort key of a list by value. */
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

export const COLUMNS: ListColumns = {
  at: Prisma.sql`i.created_at`,
  id: Prisma.sql`i.id`,
  worth: Prisma.sql`i.paid_amount_usd`,
};

/** Read in a few milliseconds. */
const NEAR = 2_000;

/**
 * Selects a merchant's invoices within a window, in its order. Every filter uses an index;
 * bench/lists.mjs measures them.
 */
export async function selectInvoicePage(
  merchantId: string,
  filter: InvoiceListFilter,
  limit: number,
): Promise<InvoiceListRow[]> {
  const chosen =
    filter.search === null
      ? chosenBy(merchantId, filter, limit)
      : await searched(merchantId, filter, filter.search, limit);
  return database().$queryRaw<InvoiceListRow[]>`
    SELECT i.id, i.order_id, i.wallet_id, i.status = 'cancel' AND ${CANCELLED_BY_HAND} AS is_cancelled_by_hand, i.status::text AS status, i.amount::text, i.currency_code, i.credited_amount::text, i.commission_amount::text, i.paid_amount::text,
      round(i.paid_amount_usd, 2)::text AS paid_amount_usd, i.paid_amount_usd::text AS worth, i.transaction_id, i.created_at, i.expires_at, i.final_at,
      q.payer_amount::text, q.currency_code AS payer_code, q.network_code AS payer_network, q.address, c.matched_by
    FROM (${chosen}) c JOIN invoices i ON i.id = c.id LEFT JOIN quotes q ON q.id = i.current_quote_id
    ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit}`;
}

/**
 * Selects only ids, so that sorting and skipping do not carry rows along. Reads each status
 * separately in the order of its index.
 */
function chosenBy(merchantId: string, filter: InvoiceListFilter, limit: number): Prisma.Sql {
  // The index by value starts with the status; listing every status covers all invoices.
  const statuses = filter.statuses ?? (isByValue(filter.sort) ? INVOICE_STATUSES : null);
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
  return Prisma.sql`${withinWindow(filter, COLUMNS)} AND ${fitsCodes(filter)}`;
}

/** The condition of the coin, the network and the currency. */
export function fitsCodes({ coin, network, currency }: InvoiceListFilter): Prisma.Sql {
  const conditions = [
    ...(coin === null ? [] : [Prisma.sql`q.currency_code = ${coin}`]),
    ...(network === null ? [] : [Prisma.sql`q.network_code = ${network}`]),
    ...(currency === null ? [] : [Prisma.sql`i.currency_code = ${currency}`]),
  ];
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join(conditions, " AND ");
}

/**
 * Selects the first invoices, in the list's order, whose order id starts with the search text, or
 * that a matching uuid, transaction or address leads to.
 */
async function searched(
  merchantId: string,
  filter: InvoiceListFilter,
  search: string,
  limit: number,
): Promise<Prisma.Sql> {
  const branch: SearchBranch = (kind, from, condition) => Prisma.sql`
    (SELECT i.id, ${kind} AS kind FROM ${from} ${quoteOf(filter)} WHERE ${condition} AND i.merchant_id = ${merchantId}::uuid
      AND ${narrowed(filter)} ${statusOf(filter)} GROUP BY i.id ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit})`;
  const byOrder = beginsIn(Prisma.sql`i.order_id`, textPrefixRange(search));
  const [found, near] = await Promise.all([
    findByChain(branch, search),
    isByValue(filter.sort) ? [] : findNear(merchantId, filter, byOrder, limit),
  ]);
  const ofOrder =
    near.length < limit
      ? branch("order", Prisma.sql`invoices i`, byOrder)
      : Prisma.sql`SELECT unnest(${near.map(({ id }) => id)}::uuid[]) AS id, 'order' AS kind`;
  return Prisma.sql`SELECT DISTINCT ON (i.id) i.id, i.kind AS matched_by FROM (
    ${ofOrder} UNION ALL
    SELECT * FROM unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ kind }) => kind)}::text[]) f(id, kind)) i`;
}

/**
 * Selects the ids of invoices that a search finds, at most `limit` by each way and in no order: for
 * counts, which need not sort every match.
 */
export async function findMatches(
  merchantId: string,
  filter: InvoiceListFilter,
  search: string,
  limit: number,
): Promise<Prisma.Sql> {
  const branch: SearchBranch = (kind, from, condition) => Prisma.sql`
    (SELECT i.id, ${kind} AS kind FROM ${from} ${quoteOf(filter)} WHERE ${condition} AND i.merchant_id = ${merchantId}::uuid
      AND ${narrowed(filter)} ${statusOf(filter)} LIMIT ${limit})`;
  const found = await findByChain(branch, search);
  const byOrder = branch("order", Prisma.sql`invoices i`, beginsIn(Prisma.sql`i.order_id`, textPrefixRange(search)));
  return Prisma.sql`SELECT DISTINCT f.id FROM (
    SELECT id FROM ${byOrder} o UNION ALL SELECT unnest(${found.map(({ id }) => id)}::uuid[])) f(id)`;
}

/**
 * Finds matches among the next invoices of the list, in its order: a full page of them is the page.
 * The beginning that all order ids share would otherwise be sorted for all of them, and a plan that
 * always reads the list in its order would read all of it for a beginning that only the oldest
 * share.
 */
function findNear(
  merchantId: string,
  filter: InvoiceListFilter,
  condition: Prisma.Sql,
  limit: number,
): Promise<{ id: string }[]> {
  const order = windowOrder(filter, COLUMNS);
  return database().$queryRaw`
    SELECT i.id FROM (SELECT i.* FROM invoices i WHERE i.merchant_id = ${merchantId}::uuid AND ${withinWindow(filter, COLUMNS)}
      ORDER BY ${order} LIMIT ${NEAR}) i ${quoteOf(filter)}
    WHERE ${condition} AND ${narrowed(filter)} ${statusOf(filter)} ORDER BY ${order} LIMIT ${limit}`;
}

/**
 * One way to find invoices: limited to the merchant and the window, each invoice once, in the
 * page's order and size. So the page is exact and continues however many matches there are: an
 * exchange's wallet may have paid any number.
 */
type SearchBranch = (kind: Match, from: Prisma.Sql, condition: Prisma.Sql) => Prisma.Sql;

function statusOf({ statuses }: InvoiceListFilter): Prisma.Sql {
  return statuses === null ? Prisma.empty : Prisma.sql`AND i.status = ANY(${[...statuses]}::invoice_status[])`;
}

type Found = { readonly id: string; readonly kind: Match };

/** Finds invoices by uuid, transaction, address or sender. */
async function findByChain(branch: SearchBranch, search: string): Promise<Found[]> {
  const [uuids, text] = [uuidPrefixRange(search), chainTextPrefixRange(search)];
  const branches = [
    ...(uuids === null ? [] : [byId(branch, uuids)]),
    ...(text === null
      ? []
      : [
          byAddress(branch, text, "invoice"),
          byAddress(branch, text, "wallet"),
          byDeposit(branch, text, "transaction"),
          byDeposit(branch, text, "sender"),
        ]),
  ];
  if (branches.length === 0) return [];
  return database().$queryRaw<Found[]>`${Prisma.join(branches, " UNION ALL ")}`;
}

function byId(branch: SearchBranch, { from, to }: TextRange): Prisma.Sql {
  return branch("id", Prisma.sql`invoices i`, Prisma.sql`i.id BETWEEN ${from}::uuid AND ${to}::uuid`);
}

/** The invoice's own address, or the address of the static wallet of a top-up. */
function byAddress(branch: SearchBranch, range: TextRange, owner: "invoice" | "wallet"): Prisma.Sql {
  const joined = owner === "invoice" ? Prisma.sql`i.id = a.owner_id` : Prisma.sql`i.wallet_id = a.owner_id`;
  return branch(
    "address",
    Prisma.sql`addresses a JOIN invoices i ON ${joined}`,
    Prisma.sql`${beginsIn(Prisma.sql`a.address`, range)} AND a.owner_id IS NOT NULL AND a.owner_kind = ${owner}`,
  );
}

/** Deposits of an invoice, and those credited as its top-up. */
function byDeposit(branch: SearchBranch, range: TextRange, kind: "transaction" | "sender"): Prisma.Sql {
  const column = kind === "transaction" ? Prisma.sql`d.transaction_id` : Prisma.sql`d.from_address`;
  return branch(
    kind,
    Prisma.sql`deposits d LEFT JOIN invoice_credits c ON c.deposit_id = d.id AND d.owner_kind = 'wallet'
      JOIN invoices i ON i.id = CASE WHEN d.owner_kind = 'invoice' THEN d.owner_id ELSE c.invoice_id END`,
    beginsIn(column, range),
  );
}
