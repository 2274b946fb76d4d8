import { database } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { ListPlace } from "@/lib/paging/list-cursor";
import { literally, UUID } from "@/lib/paging/search-text";
import type { PayoutStatus } from "@/lib/payouts/status";

export type PayoutListFilter = {
  readonly statuses: readonly PayoutStatus[] | null;
  readonly search: string | null;
  /** Only what is older than this (ties broken by id). */
  readonly before: ListPlace | null;
};

/** A merchant's payouts, newest first. */
export async function selectPayoutPage(merchantId: string, filter: PayoutListFilter, limit: number) {
  const { statuses, search, before } = filter;
  const conditions: Prisma.PayoutWhereInput[] = [];
  if (search !== null) conditions.push({ OR: searchConditions(search) });
  if (before !== null) {
    const { at: createdAt, id } = before;
    conditions.push({ OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] });
  }
  return database().payout.findMany({
    where: { merchantId, ...(statuses && { status: { in: [...statuses] } }), AND: conditions },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}
export type PayoutRow = Awaited<ReturnType<typeof selectPayoutPage>>[number];

function searchConditions(search: string): Prisma.PayoutWhereInput[] {
  const conditions: Prisma.PayoutWhereInput[] = [
    { orderId: { contains: literally(search), mode: "insensitive" } },
    { address: { equals: literally(search), mode: "insensitive" } },
    { transactionId: { in: [search, search.toLowerCase()] } },
  ];
  return UUID.test(search) ? [...conditions, { id: search.toLowerCase() }] : conditions;
}

/** A merchant's own payout with what its page shows of the row alone; null also for another merchant's. */
export async function findPayoutRow(merchantId: string, id: string) {
  return database().payout.findFirst({ where: { id, merchantId } });
}

/** Payouts of a merchant that wait for something. */
export function countWaitingPayouts(merchantId: string): Promise<number> {
  return database().payout.count({ where: { merchantId, status: "check" } });
}
