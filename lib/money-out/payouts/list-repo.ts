import { Prisma } from "@/lib/generated/prisma/client";
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
import type { PayoutStatus } from "@/lib/money-out/payouts/status";

export type PayoutListFilter = ListWindow & {
  readonly statuses: readonly PayoutStatus[] | null;
  readonly search: string | null;
  readonly coin: string | null;
  readonly network: string | null;
};

export const COLUMNS: ListColumns = { at: Prisma.sql`p.created_at`, id: Prisma.sql`p.id` };

/** Selects a merchant's payouts within a window, in its order. */
export async function selectPayoutPage(merchantId: string, filter: PayoutListFilter, limit: number) {
  const ids = await database().$queryRaw<{ id: string }[]>`
    SELECT p.id FROM payouts p WHERE ${conditionsOf(merchantId, filter)} ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit}`;
  const rows = await database().payout.findMany({ where: { id: { in: ids.map(({ id }) => id) } } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap(({ id }) => byId.get(id) ?? []);
}

export type PayoutRow = Awaited<ReturnType<typeof selectPayoutPage>>[number];

/** The condition of a merchant's payouts that match the filter. */
export function conditionsOf(merchantId: string, filter: PayoutListFilter): Prisma.Sql {
  const { statuses, search } = filter;
  const conditions = [
    Prisma.sql`p.merchant_id = ${merchantId}::uuid`,
    withinWindow(filter, COLUMNS),
    ...(statuses === null ? [] : [Prisma.sql`p.status = ANY(${[...statuses]}::payout_status[])`]),
    fitsCodes(filter),
    ...(search === null ? [] : [fits(search)]),
  ];
  return Prisma.join(conditions, " AND ");
}

/** The condition of the coin and the network. */
export function fitsCodes({ coin, network }: PayoutListFilter): Prisma.Sql {
  const conditions = [
    ...(coin === null ? [] : [Prisma.sql`p.payer_code = ${coin}`]),
    ...(network === null ? [] : [Prisma.sql`p.network_code = ${network}`]),
  ];
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join(conditions, " AND ");
}

/** Matches the search text as a prefix of an order id, a uuid, an address or a transaction id. */
function fits(search: string): Prisma.Sql {
  const [uuids, text] = [uuidPrefixRange(search), chainTextPrefixRange(search)];
  const ways = [
    beginsIn(Prisma.sql`p.order_id`, textPrefixRange(search)),
    ...(uuids === null ? [] : [Prisma.sql`p.id BETWEEN ${uuids.from}::uuid AND ${uuids.to}::uuid`]),
    ...(text === null ? [] : [beginsIn(Prisma.sql`p.address`, text), beginsIn(Prisma.sql`p.transaction_id`, text)]),
  ];
  return Prisma.sql`(${Prisma.join(ways, " OR ")})`;
}

/**
 * Returns a merchant's own payout with what its page shows of the row alone; null also for another
 * merchant's payout.
 */
export async function findPayoutRow(merchantId: string, id: string) {
  return database().payout.findFirst({ where: { id, merchantId } });
}

/**
 * Returns the coin of the automatic settlement that created a payout; null for any other payout.
 */
export async function findSettledCoin(payoutId: string): Promise<string | null> {
  const where = { payoutId };
  const row = await database().settlement.findUnique({ where, select: { rule: { select: { currencyCode: true } } } });
  return row?.rule.currencyCode ?? null;
}

/** Counts a merchant's payouts that wait for something. */
export function countWaitingPayouts(merchantId: string): Promise<number> {
  return database().payout.count({ where: { merchantId, status: "check" } });
}
