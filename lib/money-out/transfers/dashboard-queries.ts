import { Prisma } from "@/lib/generated/prisma/client";
import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import { database } from "@/lib/kernel/db";
import type { TextDownload } from "@/lib/kernel/http/text-download";
import { decimal } from "@/lib/kernel/money/decimal";
import type { TimeSort } from "@/lib/kernel/paging/list-schema";
import { beginsIn, textPrefixRange } from "@/lib/kernel/paging/list-window-repo";
import { type StatusCounts, TAB_COUNT_MAX, toTabs } from "@/lib/kernel/paging/tab-counts";
import { countStatuses } from "@/lib/kernel/paging/tab-counts-repo";
import type { ListCounts } from "@/lib/kernel/paging/tab-counts-schema";
import { listMerchantHoldings, listUserHoldings } from "@/lib/ledger/holdings";
import {
  TRANSFER_DIRECTIONS,
  TRANSFER_PAGE_SIZE,
  type TransferFilterQuery,
  type TransferListQuery,
  type TransferPageView,
  type TransferRowView,
  type TransferWalletsView,
} from "@/lib/money-out/transfers/dashboard-schema";
import { findWalletOwner } from "@/lib/people/merchants/wallet-owner-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Returns what can be moved between a merchant's business wallets and the personal wallets of its
 * creator. Only the creator sees the personal side, since it does not belong to the merchant.
 */
export async function listTransferWallets(merchantId: string, userId: string): Promise<TransferWalletsView> {
  const [catalog, owner] = await Promise.all([loadCatalog(), findWalletOwner(merchantId)]);
  const isYou = owner?.userId === userId && owner.isUsable;
  const business = new Map((await listMerchantHoldings(merchantId)).map((held) => [held.currency, held]));
  const personal = new Map((isYou ? await listUserHoldings(userId) : []).map((held) => [held.currency, held]));
  const codes = [...new Set([...business.keys(), ...personal.keys()])].toSorted();
  return {
    owner: owner && { name: owner.name, isYou, isUsable: owner.isUsable },
    items: codes.map((currency) => ({
      currency,
      name: catalog.currency(currency)?.name ?? currency,
      business: business.get(currency)?.spendable.toFixed() ?? "0",
      personal: isYou ? (personal.get(currency)?.spendable.toFixed() ?? "0") : null,
    })),
  };
}

/** Returns a page of a merchant's transfers. */
export async function listTransfers(merchantId: string, query: TransferListQuery): Promise<TransferPageView> {
  const filter = toTransferFilter(query);
  // Fetch one extra row to detect whether there is a next page.
  const rows = await selectTransfers(merchantId, filter, TRANSFER_PAGE_SIZE + 1);
  const shown = rows.slice(0, TRANSFER_PAGE_SIZE);
  return {
    items: shown.map(toTransferView),
    firstCursor: filter.sort === "newest" ? (shown[0]?.id.toString() ?? null) : null,
    nextCursor: rows.length > shown.length ? (shown.at(-1)?.id.toString() ?? null) : null,
  };
}

/** Counts the list's tabs for the filter otherwise set. */
export async function countTransfers(merchantId: string, query: TransferFilterQuery): Promise<ListCounts> {
  const { direction: _, ...asked } = query;
  const counts = await countKinds(merchantId, toTransferFilter(asked));
  return { counts: toTabs(Object.fromEntries(TRANSFER_DIRECTIONS.map((one) => [one, [`transfer.${one}`]])), counts) };
}

/** Converts the query parameters to a database filter. */
export function toTransferFilter(query: TransferFilterQuery & Pick<TransferListQuery, "cursor">): TransferListFilter {
  const { direction, sort = "newest", q, coin, from, to, cursor } = query;
  return {
    sort,
    beyond: cursor ? BigInt(cursor) : null,
    kinds: (direction ? [direction] : TRANSFER_DIRECTIONS).map((one) => `transfer.${one}` as const),
    coin: coin?.toUpperCase() ?? null,
    search: q || null,
    from: from ? new Date(from) : null,
    to: to ? new Date(to) : null,
  };
}

/** Converts a transfer to the view that the pages show. */
export function toTransferView({
  id,
  at,
  kind,
  reference,
  amount,
  currency,
  requestedBy,
}: TransferRow): TransferRowView {
  return {
    id: id.toString(),
    at: at.toISOString(),
    direction: kind === "transfer.to-personal" ? "to-personal" : "to-business",
    amount: decimal(amount).toFixed(),
    currency,
    merchantTransactionId: reference.split(":")[0] ?? reference,
    requestedBy,
  };
}

type TransferKind = "transfer.to-personal" | "transfer.to-business";

export type TransferRow = {
  readonly id: bigint;
  readonly at: Date;
  readonly kind: TransferKind;
  /** `<merchant's transaction id>:<user's transaction id>` */
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly requestedBy: string | null;
};

type TransferListFilter = {
  readonly sort: TimeSort;
  /** The last entry of the previous page. */
  readonly beyond: bigint | null;
  readonly kinds: readonly TransferKind[];
  readonly coin: string | null;
  readonly search: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
};

/**
 * Selects a merchant's transfers that match a filter, in its order, from their journal entries.
 * Entries are numbered when they are written, slightly before they become visible to others: to see
 * new ones, a list must be queried again.
 */
export async function selectTransfers(merchantId: string, filter: TransferListFilter, limit: number) {
  return database().$queryRaw<TransferRow[]>`
    SELECT e.id, e.created_at AS at, e.kind, e.reference, abs(p.amount)::text AS amount, p.currency_code AS currency,
      (SELECT u.name FROM audit_events t JOIN users u ON u.id = t.actor_id
        WHERE t.merchant_id = ${merchantId}::uuid AND t.action = e.kind AND t.target = split_part(e.reference, ':', 1) LIMIT 1) AS "requestedBy"
    FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
    WHERE e.kind IN ('transfer.to-personal', 'transfer.to-business') AND a.kind = 'merchant' AND a.owner_id = ${merchantId}
      AND ${conditionsOf(filter)}
    ORDER BY ${filter.sort === "oldest" ? Prisma.sql`e.id ASC` : Prisma.sql`e.id DESC`} LIMIT ${limit}`;
}

/** Counts a merchant's transfers that match a filter by kind, at most 1,000 of each. */
function countKinds(merchantId: string, filter: TransferListFilter): Promise<StatusCounts> {
  const rows = Prisma.sql`
    SELECT k.kind AS status, true AS fits FROM unnest(${[...filter.kinds]}::text[]) k(kind) CROSS JOIN LATERAL (
      SELECT e.id FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
      WHERE e.kind IN ('transfer.to-personal', 'transfer.to-business') AND e.kind = k.kind
        AND a.kind = 'merchant' AND a.owner_id = ${merchantId} AND ${conditionsOf(filter)} LIMIT ${TAB_COUNT_MAX}) e`;
  return countStatuses({ rows, max: TAB_COUNT_MAX, of: "each" });
}

function conditionsOf({ sort, beyond, kinds, coin, search, from, to }: TransferListFilter): Prisma.Sql {
  const conditions = [
    Prisma.sql`e.kind = ANY(${[...kinds]}::text[])`,
    beyond !== null &&
      (sort === "oldest" ? Prisma.sql`e.id > ${beyond}::bigint` : Prisma.sql`e.id < ${beyond}::bigint`),
    coin !== null && Prisma.sql`p.currency_code = ${coin}`,
    search !== null && begins(search),
    from && Prisma.sql`e.created_at >= ${from}::timestamptz`,
    to && Prisma.sql`e.created_at < ${to}::timestamptz`,
  ].filter((condition) => condition instanceof Prisma.Sql);
  return Prisma.join(conditions, " AND ");
}

/**
 * Matches the search text as a prefix of either wallet's transaction id, as returned by the machine
 * API.
 */
function begins(search: string): Prisma.Sql {
  const side = (place: Prisma.Sql) =>
    beginsIn(Prisma.sql`split_part(e.reference, ':', ${place})`, textPrefixRange(search));
  return Prisma.sql`(${side(Prisma.sql`1`)} OR ${side(Prisma.sql`2`)})`;
}

const PAGE_ROWS = 1_000;
const ROWS_MAX = 1_000_000;

/**
 * Amounts are exact decimals in the currency next to them, times are ISO 8601 in UTC; the requester
 * is empty for the machine API.
 */
const COLUMNS: readonly CsvColumn<TransferRow>[] = [
  { header: "transaction", value: (row) => toTransferView(row).merchantTransactionId },
  { header: "direction", value: (row) => toTransferView(row).direction },
  { header: "amount", value: (row) => toTransferView(row).amount },
  { header: "currency", value: (row) => toTransferView(row).currency },
  { header: "ordered_by", value: (row) => toTransferView(row).requestedBy },
  { header: "at", value: (row) => toTransferView(row).at },
];

/** Exports a merchant's transfers that match the filter, in its order, as a file. */
export function exportTransfers(merchantId: string, query: TransferFilterQuery, now: Date): TextDownload {
  const filter = toTransferFilter(query);
  const readFrom = (last: TransferRow | null) =>
    selectTransfers(merchantId, { ...filter, beyond: last?.id ?? null }, PAGE_ROWS);
  return csvDownload(`transfers-${now.toISOString().slice(0, 10)}`, COLUMNS, rowsByKey(readFrom, ROWS_MAX));
}
