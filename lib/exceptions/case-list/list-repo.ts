import { type CaseKind, type CaseStatus, Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import {
  chainTextPrefixRange,
  type ListColumns,
  type ListWindow,
  type TextRange,
  textPrefixRange,
  uuidPrefixRange,
  windowOrder,
  withinWindow,
} from "@/lib/kernel/paging/list-window-repo";

export type CaseListFilter = ListWindow & {
  readonly statuses: readonly CaseStatus[];
  readonly kind: CaseKind | null;
  readonly search: string | null;
  readonly coin: string | null;
  readonly network: string | null;
};

const COLUMNS: ListColumns = { at: Prisma.sql`c.opened_at`, id: Prisma.sql`c.id` };

/**
 * Builds a subquery for the first of a merchant's cases within a window, as `id` and `at`, to be
 * merged with other rows of a list.
 */
export function casesWithin(merchantId: string, filter: CaseListFilter, limit: number): Prisma.Sql {
  return Prisma.sql`SELECT c.id, c.opened_at AS at FROM cases c ${joinsOf(filter)}
    WHERE ${conditionsOf(merchantId, filter)} ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit}`;
}

/**
 * A search checks the deposit, invoice and static wallet of each of the merchant's cases, of which
 * there are few compared with its invoices.
 */
function joinsOf({ search }: CaseListFilter): Prisma.Sql {
  return search === null
    ? Prisma.empty
    : Prisma.sql`JOIN deposits d ON d.id = c.deposit_id LEFT JOIN invoices i ON i.id = c.invoice_id
        LEFT JOIN static_wallets w ON w.id = c.wallet_id`;
}

function conditionsOf(merchantId: string, filter: CaseListFilter): Prisma.Sql {
  const { statuses, kind, search, coin, network } = filter;
  const conditions = [
    Prisma.sql`c.merchant_id = ${merchantId}::uuid`,
    Prisma.sql`c.status = ANY(${[...statuses]}::case_status[])`,
    withinWindow(filter, COLUMNS),
    ...(kind === null ? [] : [Prisma.sql`c.kind = ${kind}::case_kind`]),
    ...(coin === null ? [] : [Prisma.sql`c.currency_code = ${coin}`]),
    ...(network === null ? [] : [Prisma.sql`c.network_code = ${network}`]),
    ...(search === null ? [] : [fits(search)]),
  ];
  return Prisma.join(conditions, " AND ");
}

/**
 * Matches the search text as a prefix of an order id; a uuid of the case, its invoice or static
 * wallet; a transaction id or an address.
 */
function fits(search: string): Prisma.Sql {
  const [order, uuids, text] = [textPrefixRange(search), uuidPrefixRange(search), chainTextPrefixRange(search)];
  const begins = (columns: readonly Prisma.Sql[], { from, to }: TextRange) =>
    columns.map((column) => Prisma.sql`(lower(${column}) ~>=~ ${from} AND lower(${column}) ~<~ ${to})`);
  const ways = [
    ...begins([Prisma.sql`i.order_id`, Prisma.sql`w.order_id`], order),
    ...(text === null
      ? []
      : begins([Prisma.sql`d.transaction_id`, Prisma.sql`d.from_address`, Prisma.sql`d.to_address`], text)),
    ...(uuids === null
      ? []
      : [Prisma.sql`c.id`, Prisma.sql`c.invoice_id`, Prisma.sql`c.wallet_id`].map(
          (column) => Prisma.sql`${column} BETWEEN ${uuids.from}::uuid AND ${uuids.to}::uuid`,
        )),
  ];
  return Prisma.sql`(${Prisma.join(ways, " OR ")})`;
}

/** Returns cases, each with its deposit and the order id of its invoice or static wallet. */
export async function readCases(ids: readonly string[]) {
  const cases = await database().case.findMany({ where: { id: { in: [...ids] } } });
  const [deposits, invoices, wallets] = await Promise.all([
    database().deposit.findMany({
      where: { id: { in: cases.map((row) => row.depositId) } },
      select: { id: true, transactionId: true, fromAddress: true, toAddress: true, status: true, holdReason: true },
    }),
    database().invoice.findMany({
      where: { id: { in: cases.flatMap((row) => row.invoiceId ?? []) } },
      select: { id: true, orderId: true },
    }),
    database().staticWallet.findMany({
      where: { id: { in: cases.flatMap((row) => row.walletId ?? []) } },
      select: { id: true, orderId: true },
    }),
  ]);
  return cases.map((row) => ({
    ...row,
    deposit: deposits.find((deposit) => deposit.id === row.depositId) ?? null,
    orderId: [...invoices, ...wallets].find(({ id }) => id === (row.invoiceId ?? row.walletId))?.orderId ?? null,
  }));
}
export type CasePageRow = Awaited<ReturnType<typeof readCases>>[number];
