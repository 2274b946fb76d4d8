import { type CaseKind, type CaseStatus, Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import {
  beginsIn,
  chainTextPrefixRange,
  type ListColumns,
  type ListWindow,
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
  const order = windowOrder(filter, COLUMNS);
  const branch = ({ from, condition }: Way) => Prisma.sql`
    (SELECT c.id, c.opened_at FROM cases c ${from} WHERE ${conditionsOf(merchantId, filter)} AND ${condition} ORDER BY ${order} LIMIT ${limit})`;
  const branches = filter.search === null ? [branch(EVERY_CASE)] : waysTo(filter.search).map(branch);
  return Prisma.sql`SELECT c.id, c.opened_at AS at FROM (${Prisma.join(branches, " UNION ")}) c ORDER BY ${order} LIMIT ${limit}`;
}

function conditionsOf(merchantId: string, { statuses, kind, coin, network, ...window }: CaseListFilter): Prisma.Sql {
  const conditions = [
    Prisma.sql`c.merchant_id = ${merchantId}::uuid`,
    Prisma.sql`c.status = ANY(${[...statuses]}::case_status[])`,
    withinWindow(window, COLUMNS),
    ...(kind === null ? [] : [Prisma.sql`c.kind = ${kind}::case_kind`]),
    ...(coin === null ? [] : [Prisma.sql`c.currency_code = ${coin}`]),
    ...(network === null ? [] : [Prisma.sql`c.network_code = ${network}`]),
  ];
  return Prisma.join(conditions, " AND ");
}

type Way = { readonly from: Prisma.Sql; readonly condition: Prisma.Sql };

const EVERY_CASE: Way = { from: Prisma.empty, condition: Prisma.sql`true` };

/**
 * The ways in which a search text leads to cases: as the beginning of an order id; of a uuid of the
 * case, its invoice or static wallet; of a transaction id or an address. Each ends with a page: one
 * condition for all would look at every case's deposit, invoice and wallet. Each begins at an index
 * of its own, except by the uuid of a static wallet; cases are not indexed by static wallet, so
 * both ways through one read the merchant's cases.
 */
function waysTo(search: string): Way[] {
  const [order, uuids, text] = [textPrefixRange(search), uuidPrefixRange(search), chainTextPrefixRange(search)];
  const deposits = Prisma.sql`JOIN deposits d ON d.id = c.deposit_id`;
  const addresses = Prisma.sql`${deposits} JOIN addresses a ON a.id = d.address_id AND a.owner_id IS NOT NULL`;
  return [
    {
      from: Prisma.sql`JOIN invoices i ON i.id = c.invoice_id AND i.merchant_id = c.merchant_id`,
      condition: beginsIn(Prisma.sql`i.order_id`, order),
    },
    {
      from: Prisma.sql`JOIN static_wallets w ON w.id = c.wallet_id AND w.merchant_id = c.merchant_id`,
      condition: beginsIn(Prisma.sql`w.order_id`, order),
    },
    ...(text === null
      ? []
      : [
          { from: deposits, condition: beginsIn(Prisma.sql`d.transaction_id`, text) },
          { from: deposits, condition: beginsIn(Prisma.sql`d.from_address`, text) },
          { from: addresses, condition: beginsIn(Prisma.sql`a.address`, text) },
        ]),
    ...(uuids === null
      ? []
      : [Prisma.sql`c.id`, Prisma.sql`c.invoice_id`, Prisma.sql`c.wallet_id`].map((column) => ({
          from: Prisma.empty,
          condition: Prisma.sql`${column} BETWEEN ${uuids.from}::uuid AND ${uuids.to}::uuid`,
        }))),
  ];
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
