import { randomUUID } from "node:crypto";
import type { DeliveryObject, ObjectKind } from "@/lib/delivery/webhooks/delivery-object";
import type { HeaderList, KeyKind } from "@/lib/delivery/webhooks/sign-payload";
import { Prisma } from "@/lib/generated/prisma/client";
import { batched } from "@/lib/kernel/batch";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";

export type NewDelivery = DeliveryObject & {
  readonly merchantId: string;
  /** For a wallet's event: the top-up that it is about. */
  readonly topUpId?: string | null;
  readonly status: string;
  readonly url: string;
  readonly payload: string;
  readonly keyKind: KeyKind;
};

/** Inserts an event and returns its id. Events of a batch are inserted by one statement. */
export async function insertDelivery(tx: Tx, delivery: NewDelivery): Promise<{ readonly id: string }> {
  const id = randomUUID();
  await insertRow(tx, {
    id,
    merchantId: delivery.merchantId,
    objectKind: delivery.objectKind,
    objectId: delivery.objectId,
    topUpId: delivery.topUpId ?? null,
    eventStatus: delivery.status,
    url: delivery.url,
    payload: delivery.payload,
    keyKind: delivery.keyKind,
  });
  return { id };
}

const insertRow = batched(async (tx, rows: readonly Prisma.WebhookDeliveryCreateManyInput[]): Promise<null[]> => {
  await tx.webhookDelivery.createMany({ data: [...rows] });
  return rows.map(() => null);
});

/**
 * A delivery that only this worker may send until `claimedUntil`, which is also its token for
 * recording the result.
 */
export type ClaimedDelivery = DeliveryObject & {
  readonly id: string;
  readonly merchantId: string;
  readonly url: string;
  readonly payload: string;
  readonly keyKind: KeyKind;
  /** Attempts before this one. */
  readonly attemptCount: number;
  readonly createdAt: Date;
  readonly claimedUntil: Date;
};

type ClaimedRow = {
  id: string;
  object_kind: ObjectKind;
  object_id: string;
  merchant_id: string;
  url: string;
  payload: string;
  key_kind: KeyKind;
  attempt_count: number;
  created_at: Date;
  claimed_until: Date;
};

type ObjectRow = { object_kind: ObjectKind; object_id: string };

/** Times are stored rounded to milliseconds: what is due now may seem to be due a little later. */
const ROUNDED = Prisma.sql`interval '1 ms'`;

/**
 * Claims the oldest undelivered events of up to `limit` objects that are due and unclaimed, first
 * attempts before retries, longest due first. Never a later event of an object: a waiting one holds
 * back those behind it. What other workers are claiming is skipped. A claim ends after `leaseMs`.
 *
 * Whoever changes an event locks its object's row of `webhook_queue`, by the triggers of that table
 * at the latest. So it is locked by a statement of its own, and the next one sees what the others
 * committed. A row without an event that is due is wrong; it is put off, so that it never keeps
 * others from being claimed. `areMore`: more may be due.
 */
export async function claimDue(
  limit: number,
  leaseMs: number,
): Promise<{ readonly claimed: readonly ClaimedDelivery[]; readonly areMore: boolean }> {
  const [due] = await database().$queryRaw<{ exists: boolean }[]>`
    SELECT EXISTS (SELECT FROM webhook_queue WHERE is_retry IN (true, false) AND due_at <= statement_timestamp() + ${ROUNDED})`;
  if (due?.exists !== true) return { claimed: [], areMore: false };
  return await withTransaction(async (tx) => {
    const objects = await tx.$queryRaw<ObjectRow[]>`
      WITH first AS (
        SELECT object_kind, object_id FROM webhook_queue
        WHERE NOT is_retry AND due_at <= statement_timestamp() + ${ROUNDED}
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED),
      again AS (
        SELECT object_kind, object_id FROM webhook_queue
        WHERE is_retry AND due_at <= statement_timestamp() + ${ROUNDED}
        ORDER BY due_at LIMIT greatest(0, ${limit} - (SELECT count(*) FROM first)) FOR UPDATE SKIP LOCKED)
      SELECT object_kind, object_id FROM first UNION ALL SELECT object_kind, object_id FROM again`;
    if (objects.length === 0) return { claimed: [], areMore: false };
    const rows = await tx.$queryRaw<ClaimedRow[]>`
      WITH oldest AS (
        SELECT d.id FROM unnest(${objects.map((one) => one.object_kind)}::text[], ${objects.map((one) => one.object_id)}::uuid[])
            AS asked (object_kind, object_id)
          CROSS JOIN LATERAL (
            SELECT id, next_attempt_at, claimed_until FROM webhook_deliveries
            WHERE object_kind = asked.object_kind AND object_id = asked.object_id AND state = 'pending'
            ORDER BY sequence LIMIT 1) d
        WHERE d.next_attempt_at <= statement_timestamp() + ${ROUNDED}
          AND (d.claimed_until IS NULL OR d.claimed_until <= statement_timestamp() + ${ROUNDED}))
      UPDATE webhook_deliveries AS delivery
      SET claimed_until = clock_timestamp() + make_interval(secs => ${leaseMs}::float8 / 1000)
      FROM oldest WHERE delivery.id = oldest.id
      RETURNING delivery.id, delivery.object_kind, delivery.object_id, delivery.merchant_id, delivery.url, delivery.payload,
        delivery.key_kind::text, delivery.attempt_count, delivery.created_at, delivery.claimed_until`;
    if (rows.length < objects.length) await postponeWrong(tx, objects, rows);
    return { claimed: rows.map(toClaimed), areMore: objects.length === limit };
  });
}

const WRONG_FOR = Prisma.sql`interval '1 minute'`;

async function postponeWrong(tx: Tx, objects: readonly ObjectRow[], claimed: readonly ObjectRow[]): Promise<void> {
  const ids = new Set(claimed.map((row) => `${row.object_kind} ${row.object_id}`));
  const wrong = objects.filter((row) => !ids.has(`${row.object_kind} ${row.object_id}`));
  log().error({ objects: wrong.slice(0, 10), count: wrong.length }, "webhooks are queued that are not due");
  await tx.$executeRaw`
    UPDATE webhook_queue q SET due_at = clock_timestamp() + ${WRONG_FOR}
    FROM unnest(${wrong.map((one) => one.object_kind)}::text[], ${wrong.map((one) => one.object_id)}::uuid[]) AS w (object_kind, object_id)
    WHERE q.object_kind = w.object_kind AND q.object_id = w.object_id`;
}

function toClaimed(row: ClaimedRow): ClaimedDelivery {
  return {
    id: row.id,
    objectKind: row.object_kind,
    objectId: row.object_id,
    merchantId: row.merchant_id,
    url: row.url,
    payload: row.payload,
    keyKind: row.key_kind,
    attemptCount: row.attempt_count,
    createdAt: row.created_at,
    claimedUntil: row.claimed_until,
  };
}

export type AttemptRecord = {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly responseExcerpt: string | null;
  /** What was sent: the body's `sign`, and all headers. Null if nothing was sent. */
  readonly sign?: string | null;
  readonly requestHeaders?: HeaderList | null;
  readonly responseHeaders?: HeaderList | null;
};

export type AttemptResult =
  | { readonly state: "delivered" | "failed" }
  | { readonly state: "pending"; readonly retryInMs: number };

/**
 * Writes the attempt and its consequences, and releases the claim. The caller has locked the
 * object. False if the claim had expired
 * and another worker took over: that worker's result counts, this one is dropped.
 */
export async function recordAttempt(
  tx: Tx,
  claimed: ClaimedDelivery,
  attempt: AttemptRecord,
  result: AttemptResult,
): Promise<boolean> {
  const number = await recordResult(tx, { claimed, result });
  if (number === null) return false;
  await insertAttempt(tx, { deliveryId: claimed.id, number, ...attempt });
  return true;
}

type Result = { readonly claimed: ClaimedDelivery; readonly result: AttemptResult };

/** Returns the number of the attempt; null where the claim is another worker's. */
const recordResult = batched(async (tx, results: readonly Result[]): Promise<(number | null)[]> => {
  const retries = results.map(({ result }) => (result.state === "pending" ? result.retryInMs : 0));
  const ids = results.map(({ claimed }) => claimed.id);
  const rows = await tx.$queryRaw<{ place: bigint; attempt_count: number }[]>`
    UPDATE webhook_deliveries d
    SET attempt_count = d.attempt_count + 1, state = r.state::delivery_state, claimed_until = NULL,
      next_attempt_at = clock_timestamp() + make_interval(secs => r.retry_ms / 1000),
      delivered_at = CASE WHEN r.state = 'delivered' THEN clock_timestamp() ELSE d.delivered_at END
    FROM unnest(${ids}::uuid[], ${results.map(({ claimed }) => claimed.claimedUntil.toISOString())}::text[]::timestamptz[],
        ${results.map(({ result }) => result.state)}::text[], ${retries}::float8[])
        WITH ORDINALITY AS r (id, claimed_until, state, retry_ms, place)
    WHERE d.id = r.id AND d.claimed_until = r.claimed_until AND d.state = 'pending'
    RETURNING r.place, d.attempt_count`;
  const numbers = new Map(rows.map((row) => [row.place, row.attempt_count]));
  return results.map((_, index) => numbers.get(BigInt(index + 1)) ?? null);
});

type NewAttempt = AttemptRecord & { readonly deliveryId: string; readonly number: number };

const insertAttempt = batched(async (tx, attempts: readonly NewAttempt[]): Promise<null[]> => {
  await tx.$executeRaw`
    INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, http_status, error, response_excerpt, sign,
      request_headers, response_headers)
    SELECT "deliveryId", number, "startedAt", "durationMs", "httpStatus", error, "responseExcerpt", sign, "requestHeaders",
      "responseHeaders"
    FROM json_to_recordset(${JSON.stringify(attempts)}::json) AS a ("deliveryId" uuid, number int, "startedAt" timestamptz,
      "durationMs" int, "httpStatus" int, error text, "responseExcerpt" text, sign text, "requestHeaders" jsonb,
      "responseHeaders" jsonb)`;
  return attempts.map(() => null);
});

export type Release = { readonly claim: ClaimedDelivery; readonly retryInMs: number };

/** Releases claims without an attempt; each event may be tried again in its `retryInMs`. */
export async function releaseClaims(tx: Tx, releases: readonly Release[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_deliveries d
    SET claimed_until = NULL, next_attempt_at = clock_timestamp() + make_interval(secs => r.retry_ms / 1000)
    FROM unnest(${releases.map(({ claim }) => claim.id)}::uuid[],
        ${releases.map(({ claim }) => claim.claimedUntil.toISOString())}::text[]::timestamptz[],
        ${releases.map(({ retryInMs }) => retryInMs)}::float8[]) AS r (id, claimed_until, retry_ms)
    WHERE d.id = r.id AND d.claimed_until = r.claimed_until`;
}

/**
 * Locks those of the objects that no other transaction has locked, before their events. Returns for
 * each whether it is locked. A settlement keeps an object locked from its event to its end, and it
 * may itself wait for another object of the same batch: so a batch waits for none.
 */
export async function lockFreeObjects(tx: Tx, objects: readonly DeliveryObject[]): Promise<boolean[]> {
  const rows = await tx.$queryRaw<{ place: bigint }[]>`
    SELECT asked.place FROM webhook_queue q
      JOIN unnest(${objects.map(({ objectKind }) => objectKind)}::text[], ${objects.map(({ objectId }) => objectId)}::uuid[])
        WITH ORDINALITY AS asked (object_kind, object_id, place) USING (object_kind, object_id)
    FOR UPDATE OF q SKIP LOCKED`;
  const free = new Set(rows.map(({ place }) => place));
  return objects.map((_, index) => free.has(BigInt(index + 1)));
}

/** Waits until the object is locked. For transactions that lock no other object. */
export async function lockObject(tx: Tx, { objectKind, objectId }: DeliveryObject): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM webhook_queue WHERE object_kind = ${objectKind} AND object_id = ${objectId}::uuid FOR UPDATE`;
}

/**
 * Locks and returns a delivery of this merchant as the resend limit sees it; null if the merchant
 * has no such delivery. Until the transaction ends nobody else can count resends of the same
 * object, through any interface.
 */
export async function lockResends(tx: Tx, merchantId: string, id: string) {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('resends:' || coalesce(top_up_id, object_id), 0))::text
    FROM webhook_deliveries WHERE id = ${id}::uuid AND merchant_id = ${merchantId}::uuid`;
  return await tx.webhookDelivery.findFirst({
    where: { id, merchantId },
    select: { id: true, merchantId: true, objectKind: true, objectId: true, topUpId: true, resendCount: true },
  });
}

/** Returns the merchant of a delivery, for the operator; null if there is no such delivery. */
export async function findDeliveryOwner(id: string): Promise<string | null> {
  const row = await database().webhookDelivery.findUnique({ where: { id }, select: { merchantId: true } });
  return row?.merchantId ?? null;
}

/** Counts one of the merchant's own resends. */
export async function addResend(tx: Tx, id: string): Promise<void> {
  await tx.webhookDelivery.update({ where: { id }, data: { resendCount: { increment: 1 } }, select: { id: true } });
}

/**
 * Makes a delivery of this merchant due now, whatever its state. False if the merchant has no such
 * delivery.
 */
export async function markDue(tx: Tx, merchantId: string, deliveryId: string): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE webhook_deliveries SET state = 'pending', next_attempt_at = clock_timestamp()
    WHERE id = ${deliveryId}::uuid AND merchant_id = ${merchantId}::uuid`;
  return count > 0;
}

/** Returns the newest event of an invoice or a top-up that carried this status. */
export async function findNewestOf(
  tx: Tx,
  payment: { readonly id: string; readonly isTopUp: boolean; readonly merchantId: string },
  status: string,
): Promise<{ readonly id: string } | null> {
  const { id, isTopUp, merchantId } = payment;
  return await tx.webhookDelivery.findFirst({
    where: {
      merchantId,
      eventStatus: status,
      ...(isTopUp ? { topUpId: id } : { objectKind: "invoice", objectId: id }),
    },
    orderBy: { sequence: "desc" },
    select: { id: true },
  });
}
