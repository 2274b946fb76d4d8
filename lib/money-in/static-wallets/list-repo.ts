import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
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
import { type StatusCounts, TAB_COUNT_MAX } from "@/lib/kernel/paging/tab-counts";
import { countStatuses, SCANNED_MAX } from "@/lib/kernel/paging/tab-counts-repo";

const RECENT_MAX = 10;

/** Columns that the page may read. Columns not listed here cannot leak. */
const WALLET = {
  id: true,
  merchantId: true,
  currencyCode: true,
  networkCode: true,
  address: true,
  status: true,
} as const;
const MERCHANT = { name: true, supportContact: true } as const;
const DEPOSIT = {
  id: true,
  networkCode: true,
  currencyCode: true,
  amount: true,
  status: true,
  blockHeight: true,
  seenAt: true,
} as const;

/** Whether the wallet exists, and therefore its page. */
export async function hasWalletPage(walletId: string): Promise<boolean> {
  return (await database().staticWallet.findUnique({ where: { id: walletId }, select: { id: true } })) !== null;
}

/** Reads all data for one wallet's page; null for an unknown one. */
export async function readWalletPageRows(walletId: string) {
  const db = database();
  const wallet = await db.staticWallet.findUnique({ where: { id: walletId }, select: WALLET });
  if (wallet === null) return null;
  const [merchant, deposits] = await Promise.all([
    db.merchant.findUniqueOrThrow({ where: { id: wallet.merchantId }, select: MERCHANT }),
    db.deposit.findMany({
      where: { ownerKind: "wallet", ownerId: walletId },
      orderBy: [{ seenAt: "desc" }, { id: "desc" }],
      take: RECENT_MAX,
      select: DEPOSIT,
    }),
  ]);
  const depositId = { in: deposits.map(({ id }) => id) };
  const networkCode = { in: [...new Set(deposits.map((deposit) => deposit.networkCode))] };
  const [credits, holds, cases, cursors] = await Promise.all([
    db.invoiceCredit.findMany({ where: { depositId, reversedAt: null }, select: { depositId: true } }),
    db.walletHold.findMany({
      where: { depositId, reversedAt: null },
      select: { depositId: true, refundId: true, refundedAt: true },
    }),
    db.case.findMany({ where: { depositId, status: { not: "void" } }, select: { depositId: true, status: true } }),
    db.chainCursor.findMany({ where: { networkCode }, select: { networkCode: true, height: true } }),
  ]);
  return { wallet, merchant, deposits, credits, holds, cases, cursors };
}

export type WalletPageRows = NonNullable<Awaited<ReturnType<typeof readWalletPageRows>>>;

export type WalletListFilter = ListWindow & {
  readonly status: "active" | "blocked" | null;
  readonly search: string | null;
  readonly coin: string | null;
  readonly network: string | null;
};

const COLUMNS: ListColumns = { at: Prisma.sql`w.created_at`, id: Prisma.sql`w.id` };

/** Selects a merchant's static wallets within a window, in its order. */
export async function selectWalletPage(merchantId: string, filter: WalletListFilter, limit: number) {
  const ids = await database().$queryRaw<{ id: string }[]>`
    SELECT w.id FROM static_wallets w WHERE ${conditionsOf(merchantId, filter)} ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit}`;
  const rows = await database().staticWallet.findMany({ where: { id: { in: ids.map(({ id }) => id) } } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap(({ id }) => byId.get(id) ?? []);
}

export type WalletRow = Awaited<ReturnType<typeof selectWalletPage>>[number];

/**
 * Counts a merchant's static wallets by status, whatever status the filter has, among its 10,000
 * newest; for a search, at most 1,000.
 */
export function countWalletStatuses(merchantId: string, filter: WalletListFilter): Promise<StatusCounts> {
  const all = { ...filter, status: null };
  const isSearch = filter.search !== null;
  const max = isSearch ? TAB_COUNT_MAX : SCANNED_MAX;
  const newest = Prisma.sql`SELECT * FROM static_wallets w WHERE w.merchant_id = ${merchantId}::uuid
    AND ${withinWindow(all, COLUMNS)} ORDER BY ${windowOrder({ ...all, sort: "newest" }, COLUMNS)} LIMIT ${max}`;
  const rows = isSearch
    ? Prisma.sql`SELECT w.status::text AS status, true AS fits FROM static_wallets w WHERE ${conditionsOf(merchantId, all)} LIMIT ${max}`
    : Prisma.sql`SELECT w.status::text AS status, ${fitsCodes(all)} AS fits FROM (${newest}) w`;
  return countStatuses({ rows, max, of: "all" });
}

function conditionsOf(merchantId: string, filter: WalletListFilter): Prisma.Sql {
  const { status, search } = filter;
  const conditions = [
    Prisma.sql`w.merchant_id = ${merchantId}::uuid`,
    withinWindow(filter, COLUMNS),
    ...(status === null ? [] : [Prisma.sql`w.status = ${status}::static_wallet_status`]),
    fitsCodes(filter),
    ...(search === null ? [] : [fits(search)]),
  ];
  return Prisma.join(conditions, " AND ");
}

function fitsCodes({ coin, network }: WalletListFilter): Prisma.Sql {
  const conditions = [
    ...(coin === null ? [] : [Prisma.sql`w.currency_code = ${coin}`]),
    ...(network === null ? [] : [Prisma.sql`w.network_code = ${network}`]),
  ];
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join(conditions, " AND ");
}

/** Matches the beginning of an order id, a uuid, or an address. */
function fits(search: string): Prisma.Sql {
  const [order, uuids, text] = [textPrefixRange(search), uuidPrefixRange(search), chainTextPrefixRange(search)];
  const ways = [
    beginsIn(Prisma.sql`w.order_id`, order),
    ...(uuids === null ? [] : [Prisma.sql`w.id BETWEEN ${uuids.from}::uuid AND ${uuids.to}::uuid`]),
    ...(text === null ? [] : [ownsAddress(text)]),
  ];
  return Prisma.sql`(${Prisma.join(ways, " OR ")})`;
}

function ownsAddress(range: TextRange): Prisma.Sql {
  return Prisma.sql`w.id IN (SELECT a.owner_id FROM addresses a WHERE ${beginsIn(Prisma.sql`a.address`, range)}
    AND a.owner_id IS NOT NULL AND a.owner_kind = 'wallet')`;
}
