import { database } from "@/lib/db";
import { type DeliveryState, Prisma } from "@/lib/generated/prisma/client";
import { UUID } from "@/lib/paging/search-text";

export type LostWebhookRow = {
  readonly id: string;
  readonly sequence: bigint;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly objectKind: string;
  readonly eventStatus: string;
  readonly url: string;
  readonly state: DeliveryState;
  readonly resendCount: number;
  readonly attemptCount: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly createdAt: Date;
};

export type LostWebhookFilter = {
  readonly merchantId: string | null;
  /** Null: those whose schedule is used up; else all of this webhook, object or order. */
  readonly search: string | null;
  readonly before: bigint | null;
};

/** Deliveries of every merchant or of one, the newest first. */
export function selectLostWebhooks(filter: LostWebhookFilter, limit: number): Promise<LostWebhookRow[]> {
  const { merchantId, search, before } = filter;
  const ofMerchant = merchantId === null ? Prisma.empty : Prisma.sql`AND d.merchant_id = ${merchantId}::uuid`;
  const older = before === null ? Prisma.empty : Prisma.sql`AND d.sequence < ${before}`;
  return database().$queryRaw<LostWebhookRow[]>`
    SELECT d.id, d.sequence, d.merchant_id AS "merchantId", m.name AS "merchantName", d.object_kind AS "objectKind",
      d.event_status AS "eventStatus", d.url, d.state::text AS state, d.resend_count AS "resendCount", d.attempt_count AS "attemptCount", a.http_status AS "httpStatus", a.error,
      d.created_at AS "createdAt"
    FROM webhook_deliveries d JOIN merchants m ON m.id = d.merchant_id
      LEFT JOIN LATERAL (SELECT http_status, error FROM webhook_attempts t
        WHERE t.delivery_id = d.id ORDER BY t.number DESC LIMIT 1) a ON true
    WHERE ${search === null ? Prisma.sql`d.state = 'failed'` : searchCondition(search)} ${ofMerchant} ${older} ORDER BY d.sequence DESC LIMIT ${limit}`;
}

function searchCondition(search: string): Prisma.Sql {
  if (UUID.test(search)) return Prisma.sql`(d.id = ${search}::uuid OR d.object_id = ${search}::uuid)`;
  return Prisma.sql`d.object_id IN (SELECT id FROM invoices WHERE order_id = ${search}
    UNION ALL SELECT id FROM payouts WHERE order_id = ${search} UNION ALL SELECT id FROM static_wallets WHERE order_id = ${search})`;
}
