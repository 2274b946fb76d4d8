import { OBJECT_KINDS } from "@/lib/delivery/webhooks/delivery-object";
import { type DeliveryState, Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { UUID } from "@/lib/kernel/paging/list-window-repo";

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

/** Every part is a look into an index: by the id, by kind and object, and by merchant and order, of every merchant one after the other. */
function searchCondition(search: string): Prisma.Sql {
  const ofObjects = (objects: Prisma.Sql) => Prisma.sql`SELECT o.id FROM webhook_deliveries o
    WHERE o.object_kind = ANY(${[...OBJECT_KINDS]}::text[]) AND o.object_id ${objects}`;
  if (UUID.test(search))
    return Prisma.sql`d.id IN (SELECT ${search}::uuid UNION ALL ${ofObjects(Prisma.sql`= ${search}::uuid`)})`;
  const ordered = (table: Prisma.Sql) => Prisma.sql`SELECT id FROM ${table}
    WHERE merchant_id = ANY((SELECT ids FROM shops)::uuid[]) AND order_id = ${search}`;
  const objects = ["invoices", "payouts", "static_wallets"].map((table) => ordered(Prisma.raw(table)));
  return Prisma.sql`d.id IN (WITH shops AS MATERIALIZED (SELECT array_agg(id) AS ids FROM merchants) ${ofObjects(Prisma.sql`= ANY(ARRAY(${Prisma.join(objects, " UNION ALL ")}))`)})`;
}
