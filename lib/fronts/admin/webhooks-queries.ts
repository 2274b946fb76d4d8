import { OBJECT_KINDS } from "@/lib/delivery/webhooks/delivery-object";
import { errorText } from "@/lib/fronts/admin/jobs";
import {
  type LostWebhookPageView,
  type LostWebhookQuery,
  type LostWebhookView,
  WEBHOOK_PAGE_SIZE,
} from "@/lib/fronts/admin/webhooks-schema";
import { type DeliveryState, Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { UUID } from "@/lib/kernel/paging/list-window-repo";

/**
 * Returns one page of dead webhooks, of all merchants or one, or of all webhooks that match the
 * search; newest first.
 */
export async function listLostWebhooks({ cursor, merchant, q }: LostWebhookQuery): Promise<LostWebhookPageView> {
  const before = cursor === undefined ? null : BigInt(cursor);
  const filter = { merchantId: merchant ?? null, search: q || null, before };
  const rows = await selectLostWebhooks(filter, WEBHOOK_PAGE_SIZE + 1);
  const shown = rows.slice(0, WEBHOOK_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items: shown.map(toView), nextCursor: last?.sequence.toString() ?? null };
}

function toView(row: LostWebhookRow): LostWebhookView {
  const { id, merchantId, merchantName, url, attemptCount, createdAt } = row;
  const { objectKind, eventStatus, state, resendCount } = row;
  return {
    id,
    merchant: { id: merchantId, name: merchantName },
    objectKind,
    eventStatus,
    state,
    resendCount,
    host: URL.canParse(url) ? new URL(url).host : "invalid URL",
    attemptCount,
    outcome: attemptCount === 0 ? null : outcomeText(row),
    createdAt: createdAt.toISOString(),
  };
}

function outcomeText({ httpStatus, error }: LostWebhookRow): string {
  return httpStatus === null ? errorText(error) : `HTTP ${httpStatus}`;
}

type LostWebhookRow = {
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

type LostWebhookFilter = {
  readonly merchantId: string | null;
  /** Null: only dead webhooks; otherwise all webhooks of this id, object or order. */
  readonly search: string | null;
  readonly before: bigint | null;
};

/** Returns deliveries of all merchants or of one, newest first. */
function selectLostWebhooks(filter: LostWebhookFilter, limit: number): Promise<LostWebhookRow[]> {
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

/**
 * Every part is an index lookup: by id, by kind and object, and by merchant and order, for each
 * merchant in turn.
 */
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
