import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import {
  beginsIn,
  type ListColumns,
  type ListWindow,
  textPrefixRange,
  uuidPrefixRange,
  windowOrder,
  withinWindow,
} from "@/lib/kernel/paging/list-window-repo";
import { type PageSlice, toPrismaSlice } from "@/lib/kernel/paging/read-page";
import { orderIdOf, type Recurrence } from "@/lib/money-in/recurrences/recurrence";
import type { RecurrenceStatus } from "@/lib/money-in/recurrences/status";

export type NewRecurrence = Pick<
  Recurrence,
  | "id"
  | "merchantId"
  | "orderId"
  | "name"
  | "amount"
  | "currencyCode"
  | "toCurrencyCode"
  | "interval"
  | "urlCallback"
  | "additionalData"
  | "discountDays"
  | "discountAmount"
  | "payerAmount"
  | "payerAmountUsd"
  | "createdAt"
>;

/**
 * Inserts a plan and claims its order id. Returns null when the merchant has used the order id for
 * anything; waits for a concurrent request that is claiming it.
 */
export async function insertRecurrence(tx: Tx, plan: NewRecurrence): Promise<Recurrence | null> {
  const { amount, discountAmount, payerAmount, payerAmountUsd, ...rest } = plan;
  const claim = { merchantId: plan.merchantId, orderId: orderIdOf(plan), kind: "recurrence", ownerId: plan.id };
  const { count } = await tx.claimedOrderId.createMany({ data: claim, skipDuplicates: true });
  if (count === 0) return null;
  const exact = {
    amount: amount.toFixed(),
    discountAmount: discountAmount?.toFixed() ?? null,
    payerAmount: payerAmount?.toFixed() ?? null,
    payerAmountUsd: payerAmountUsd.toFixed(),
  };
  return toRecurrence(await tx.recurrence.create({ data: { ...rest, ...exact, updatedAt: plan.createdAt } }));
}

/** Finds a plan by id, for internal use: ownership is not checked. */
export async function findRecurrenceById(tx: Tx, id: string): Promise<Recurrence | null> {
  const row = await tx.recurrence.findUnique({ where: { id } });
  return row && toRecurrence(row);
}

export async function findRecurrenceByOrderId(merchantId: string, orderId: string): Promise<Recurrence | null> {
  const row = await database().recurrence.findUnique({ where: { merchantId_orderId: { merchantId, orderId } } });
  return row && toRecurrence(row);
}

/** Finds a merchant's own plan by its uuid, in any case. */
export async function findMerchantRecurrence(merchantId: string, id: string): Promise<Recurrence | null> {
  const row = await database().recurrence.findFirst({ where: { id: id.toLowerCase(), merchantId } });
  return row && toRecurrence(row);
}

/** Finds the plan to which this secret gives the payer access. */
export async function findRecurrenceBySecret(tx: Tx, id: string, payerLinkHash: Uint8Array<ArrayBuffer>) {
  const row = await tx.recurrence.findUnique({ where: { id, payerLinkHash } });
  return row && toRecurrence(row);
}

/** Locks the plan until the transaction ends and returns it. Its invoices are locked after it. */
export async function lockRecurrence(tx: Tx, id: string): Promise<Recurrence | null> {
  await tx.$queryRaw`SELECT 1 FROM recurrences WHERE id = ${id}::uuid FOR UPDATE`;
  return findRecurrenceById(tx, id);
}

export async function updateRecurrence(
  tx: Tx,
  id: string,
  data: Omit<Prisma.RecurrenceUncheckedUpdateInput, "updatedAt">,
): Promise<Recurrence> {
  return toRecurrence(await tx.recurrence.update({ where: { id }, data: { ...data, updatedAt: new Date() } }));
}

/**
 * Sets when a worker must process the plan next. Leaves `updated_at` alone, because the plan's
 * content has not changed.
 */
export async function setNextCheck(tx: Tx, id: string, wakeAt: Date | null): Promise<void> {
  await tx.recurrence.updateMany({ where: { id }, data: { wakeAt } });
}

/** Lists the plans that are due, longest waiting first. */
export async function listDuePlans(now: Date, limit: number): Promise<string[]> {
  const rows = await database().recurrence.findMany({
    where: { wakeAt: { lte: now } },
    orderBy: { wakeAt: "asc" },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

export async function selectRecurrences(merchantId: string, page: PageSlice): Promise<Recurrence[]> {
  const { where, ...slice } = toPrismaSlice(page);
  const rows = await database().recurrence.findMany({ where: { merchantId, ...where }, ...slice });
  return rows.map(toRecurrence);
}

export function toRecurrence(row: Prisma.RecurrenceGetPayload<object>): Recurrence {
  return {
    ...row,
    amount: decimal(row.amount),
    discountAmount: row.discountAmount && decimal(row.discountAmount),
    payerAmount: row.payerAmount && decimal(row.payerAmount),
    payerAmountUsd: decimal(row.payerAmountUsd),
  };
}

type RecurrenceListFilter = ListWindow & {
  readonly statuses: readonly RecurrenceStatus[] | null;
  readonly search: string | null;
};

const COLUMNS: ListColumns = { at: Prisma.sql`r.created_at`, id: Prisma.sql`r.id` };

/** Selects a merchant's plans within a window, in its order. */
export async function selectRecurrencePage(
  merchantId: string,
  filter: RecurrenceListFilter,
  limit: number,
): Promise<Recurrence[]> {
  const { statuses, search } = filter;
  const conditions = [
    Prisma.sql`r.merchant_id = ${merchantId}::uuid`,
    withinWindow(filter, COLUMNS),
    ...(statuses === null ? [] : [Prisma.sql`r.status = ANY(${[...statuses]}::recurrence_status[])`]),
    ...(search === null ? [] : [fits(search)]),
  ];
  const ids = await database().$queryRaw<{ id: string }[]>`
    SELECT r.id FROM recurrences r WHERE ${Prisma.join(conditions, " AND ")} ORDER BY ${windowOrder(filter, COLUMNS)} LIMIT ${limit}`;
  const rows = await database().recurrence.findMany({ where: { id: { in: ids.map(({ id }) => id) } } });
  const byId = new Map(rows.map((row) => [row.id, toRecurrence(row)]));
  return ids.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Matches the beginning of an order id, a name, a payer's email address or a uuid. */
function fits(search: string): Prisma.Sql {
  const range = textPrefixRange(search);
  const uuids = uuidPrefixRange(search);
  const ways = [
    ...[Prisma.sql`r.order_id`, Prisma.sql`r.name`, Prisma.sql`r.payer_email`].map((column) => beginsIn(column, range)),
    ...(uuids === null ? [] : [Prisma.sql`r.id BETWEEN ${uuids.from}::uuid AND ${uuids.to}::uuid`]),
  ];
  return Prisma.sql`(${Prisma.join(ways, " OR ")})`;
}
