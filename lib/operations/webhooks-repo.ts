import { database } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";

export type LostWebhookRow = {
  readonly id: string;
  readonly sequence: bigint;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly objectKind: string;
  readonly eventStatus: string;
  readonly url: string;
  readonly attemptCount: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly createdAt: Date;
};

/** Deliveries whose schedule is used up, of every merchant or of one, the newest first. */
export function selectLostWebhooks(
  merchantId: string | null,
  before: bigint | null,
  limit: number,
): Promise<LostWebhookRow[]> {
  const ofMerchant = merchantId === null ? Prisma.empty : Prisma.sql`AND d.merchant_id = ${merchantId}::uuid`;
  const older = before === null ? Prisma.empty : Prisma.sql`AND d.sequence < ${before}`;
  return database().$queryRaw<LostWebhookRow[]>`
    SELECT d.id, d.sequence, d.merchant_id AS "merchantId", m.name AS "merchantName", d.object_kind AS "objectKind",
      d.event_status AS "eventStatus", d.url, d.attempt_count AS "attemptCount", a.http_status AS "httpStatus", a.error,
      d.created_at AS "createdAt"
    FROM webhook_deliveries d JOIN merchants m ON m.id = d.merchant_id
      LEFT JOIN LATERAL (SELECT http_status, error FROM webhook_attempts t
        WHERE t.delivery_id = d.id ORDER BY t.number DESC LIMIT 1) a ON true
    WHERE d.state = 'failed' ${ofMerchant} ${older} ORDER BY d.sequence DESC LIMIT ${limit}`;
}
