import { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { cutoff, isFinishedInvoice } from "@/lib/run/retention/finished-repo";
import type { Step } from "@/lib/run/retention/rule";

const PAGE = 500;
const ATTEMPTS_PAGE = 2_000;

/** Whether nothing can change any more about what a webhook (`d`) reports. */
function isFinishedObject(days: number): Prisma.Sql {
  return Prisma.sql`CASE d.object_kind
    WHEN 'invoice' THEN EXISTS (SELECT FROM invoices i WHERE i.id = d.object_id AND ${isFinishedInvoice(days)})
    WHEN 'wallet' THEN EXISTS (SELECT FROM invoices i WHERE i.id = d.top_up_id AND ${isFinishedInvoice(days)})
    WHEN 'payout' THEN EXISTS (SELECT FROM payouts p WHERE p.id = d.object_id AND p.final_at < ${cutoff(days)})
    WHEN 'recurrence' THEN EXISTS (SELECT FROM recurrences r WHERE r.id = d.object_id AND r.ended_at < ${cutoff(days)})
    ELSE false END`;
}

/**
 * Deletes old webhooks of finished objects with their attempts. One that waits for an attempt, also
 * because somebody resends it meanwhile, stays.
 */
export async function deleteWebhooks(tx: Tx, days: number, after: bigint): Promise<Step> {
  const rows = await tx.$queryRaw<{ id: string; sequence: bigint; isOld: boolean }[]>`
    SELECT d.id, d.sequence, coalesce(d.state <> 'pending' AND greatest(d.created_at, d.delivered_at) < ${cutoff(days)}
      AND ${isFinishedObject(days)}, false) AS "isOld"
    FROM webhook_deliveries d WHERE d.sequence > ${after} ORDER BY d.sequence LIMIT ${PAGE}`;
  const ids = rows.filter(({ isOld }) => isOld).map(({ id }) => id);
  const count = await tx.$executeRaw`
    DELETE FROM webhook_deliveries WHERE id = ANY(${ids}::uuid[]) AND state <> 'pending'`;
  return { count, next: rows.length < PAGE ? null : (rows.at(-1)?.sequence ?? null) };
}

/**
 * Clears what old attempts sent and received. That they were made, when, and their result stays for
 * as long as their webhook.
 */
export async function clearAttempts(tx: Tx, days: number, after: bigint): Promise<Step> {
  const rows = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM webhook_attempts WHERE id > ${after} ORDER BY id LIMIT ${ATTEMPTS_PAGE}`;
  const last = rows.at(-1)?.id ?? after;
  const count = await tx.$executeRaw`
    UPDATE webhook_attempts a SET sign = NULL, request_headers = NULL, response_headers = NULL, response_excerpt = NULL
    FROM webhook_deliveries d
    WHERE d.id = a.delivery_id AND a.id > ${after} AND a.id <= ${last} AND a.started_at < ${cutoff(days)} AND d.state <> 'pending'
      AND (a.sign IS NOT NULL OR a.request_headers IS NOT NULL OR a.response_headers IS NOT NULL OR a.response_excerpt IS NOT NULL)`;
  return { count, next: rows.length < ATTEMPTS_PAGE ? null : last };
}
