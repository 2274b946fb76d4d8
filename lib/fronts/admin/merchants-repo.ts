import type { MerchantGroup } from "@/lib/fronts/admin/merchants-schema";
import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import type { ListPosition } from "@/lib/kernel/paging/cursor";
import { literally, UUID } from "@/lib/kernel/paging/list-window-repo";

export type MerchantFilter = {
  readonly group: MerchantGroup | null;
  readonly search: string | null;
  readonly before: ListPosition | null;
};

export type MerchantRow = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly owners: string[];
  readonly volumeUsd: Prisma.Decimal;
  readonly arePaymentsBlocked: boolean;
  readonly arePayoutsBlocked: boolean;
  readonly openCases: number;
};

/** Returns a page of merchants, newest first. Counts are computed only for the rows of the page. */
export function selectMerchantPage(filter: MerchantFilter, volumeSince: Date, limit: number): Promise<MerchantRow[]> {
  return selectRows(Prisma.join([Prisma.sql`true`, ...conditionsOf(filter)], " AND "), volumeSince, limit);
}

/** Returns one merchant in the same form. */
export async function selectMerchantRow(id: string, volumeSince: Date): Promise<MerchantRow | null> {
  return (await selectRows(Prisma.sql`m.id = ${id}::uuid`, volumeSince, 1))[0] ?? null;
}

function selectRows(where: Prisma.Sql, volumeSince: Date, limit: number): Promise<MerchantRow[]> {
  return database().$queryRaw<MerchantRow[]>`
    WITH page AS (SELECT * FROM merchants m WHERE ${where} ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit})
    SELECT p.id, p.name, p.created_at AS "createdAt", p.payments_blocked_at IS NOT NULL AS "arePaymentsBlocked",
      p.payouts_blocked_at IS NOT NULL AS "arePayoutsBlocked",
      ARRAY(SELECT u.email FROM merchant_members o JOIN users u ON u.id = o.user_id
        WHERE o.merchant_id = p.id AND o.role = 'owner' ORDER BY o.created_at, u.email) AS owners,
      (SELECT coalesce(sum(c.amount * c.usd_rate), 0) FROM invoice_credits c
        WHERE c.merchant_id = p.id AND c.credited_at > ${volumeSince} AND c.reversed_at IS NULL) AS "volumeUsd",
      (SELECT count(*)::int FROM cases k WHERE k.merchant_id = p.id AND k.status = 'open') AS "openCases"
    FROM page p ORDER BY p.created_at DESC, p.id DESC`;
}

function conditionsOf({ group, search, before }: MerchantFilter): Prisma.Sql[] {
  const blocked = Prisma.sql`(m.payments_blocked_at IS NOT NULL OR m.payouts_blocked_at IS NOT NULL)`;
  return [
    ...(group === "blocked" ? [blocked] : []),
    ...(group === "open" ? [Prisma.sql`NOT ${blocked}`] : []),
    ...(search === null ? [] : [searchCondition(search)]),
    ...(before === null ? [] : [Prisma.sql`(m.created_at, m.id) < (${before.at}, ${before.id}::uuid)`]),
  ];
}

function searchCondition(search: string): Prisma.Sql {
  if (UUID.test(search)) return Prisma.sql`m.id = ${search}::uuid`;
  const pattern = `%${literally(search)}%`;
  return Prisma.sql`(m.name ILIKE ${pattern} OR EXISTS (
    SELECT FROM merchant_members o JOIN users u ON u.id = o.user_id WHERE o.merchant_id = m.id AND u.email ILIKE ${pattern}))`;
}

/** Returns the additional fields of the detail page. */
export function selectMerchantParts(id: string) {
  return database().merchant.findUnique({
    where: { id },
    select: {
      supportContact: true,
      paymentCommission: true,
      members: {
        orderBy: [{ role: "asc" }, { createdAt: "asc" }],
        take: 100,
        select: { role: true, user: { select: { id: true, name: true, email: true } } },
      },
    },
  });
}

/** Returns the nonzero balances of its business wallet, by currency. */
export function selectMerchantBalances(id: string): Promise<{ currency: string; amount: Prisma.Decimal }[]> {
  return database().$queryRaw<{ currency: string; amount: Prisma.Decimal }[]>`
    SELECT a.currency_code AS currency, sum(b.balance) AS amount FROM accounts a JOIN account_balances b ON b.account_id = a.id
    WHERE a.kind = 'merchant' AND a.owner_id = ${id} GROUP BY 1 HAVING sum(b.balance) <> 0 ORDER BY 1`;
}

export type BlockEventRow = {
  readonly id: bigint;
  readonly at: Date;
  readonly by: string | null;
  readonly detail: unknown;
  readonly after: unknown;
};

const EVENTS_MAX = 50;

/** Returns changes of a merchant's blocks, from the audit log. */
export function selectBlockEvents(id: string): Promise<BlockEventRow[]> {
  return database().$queryRaw<BlockEventRow[]>`
    SELECT e.id, e.at, u.name AS by, e.detail, e.after FROM audit_events e LEFT JOIN users u ON u.id = e.actor_id
    WHERE e.action = 'merchant.change-blocks' AND e.target = ${id} ORDER BY e.id DESC LIMIT ${EVENTS_MAX}`;
}

export type LockedMerchant = {
  readonly paymentsBlockedAt: Date | null;
  readonly payoutsBlockedAt: Date | null;
  readonly commission: Prisma.Decimal | null;
};

/** Returns its blocks and commission, and locks the row until the transaction ends. */
export async function lockMerchant(tx: Tx, id: string): Promise<LockedMerchant | null> {
  const rows = await tx.$queryRaw<LockedMerchant[]>`
    SELECT payments_blocked_at AS "paymentsBlockedAt", payouts_blocked_at AS "payoutsBlockedAt", payment_commission AS commission
    FROM merchants WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return rows[0] ?? null;
}

export async function updateMerchant(
  tx: Tx,
  id: string,
  data: { paymentsBlockedAt?: Date | null; payoutsBlockedAt?: Date | null; paymentCommission?: string | null },
): Promise<void> {
  await tx.merchant.update({ where: { id }, data, select: { id: true } });
}
