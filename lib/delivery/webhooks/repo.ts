import type { DeliveryObject, ObjectKind } from "@/lib/delivery/webhooks/delivery-object";
import type { HeaderList, KeyKind } from "@/lib/delivery/webhooks/sign-payload";
import type { Prisma } from "@/lib/generated/prisma/client";
import { batched } from "@/lib/kernel/batch";
import { collectCalls } from "@/lib/kernel/collect-calls";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";

export type NewDelivery = DeliveryObject & {
  readonly merchantId: string;
  /** For a wallet's event: the top-up that it is about. */
  readonly topUpId?: string | null;
  readonly status: string;
  readonly url: string;
  readonly payload: string;
  readonly keyKind: KeyKind;
};

export async function insertDelivery(tx: Tx, delivery: NewDelivery): Promise<{ readonly id: string }> {
  return await tx.webhookDelivery.create({
    data: {
      merchantId: delivery.merchantId,
      objectKind: delivery.objectKind,
      objectId: delivery.objectId,
      topUpId: delivery.topUpId ?? null,
      eventStatus: delivery.status,
      url: delivery.url,
      payload: delivery.payload,
      keyKind: delivery.keyKind,
    },
    select: { id: true },
  });
}

/**
 * A delivery that only this worker may send until `claimedUntil`, which is also its token for
 * recording the result.
 */
export type ClaimedDelivery = {
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
  object_kind: ObjectKind;
  object_id: string;
  id: string;
  merchant_id: string;
  url: string;
  payload: string;
  key_kind: KeyKind;
  attempt_count: number;
  created_at: Date;
  claimed_until: Date;
};

type Claim = { readonly object: DeliveryObject; readonly leaseMs: number };

/**
 * Claims the object's oldest undelivered event if it is due and unclaimed. Never a later one: a
 * waiting event holds back those behind it. The row lock makes a second worker see what the first
 * one wrote. Claims of this process that are asked for at the same time are one statement.
 */
export const claimOldest = (object: DeliveryObject, leaseMs: number) => claim({ object, leaseMs });

const CLAIMED_AT_ONCE = 50;

const keyOf = ({ objectKind, objectId }: DeliveryObject) => `${objectKind} ${objectId}`;

const claim = collectCalls(
  async (claims: readonly Claim[]): Promise<(ClaimedDelivery | null)[]> => {
    // Locked in the order in which results lock them.
    const ordered = claims.toSorted((a, b) => (keyOf(a.object) < keyOf(b.object) ? -1 : 1));
    const rows = await withTransaction(
      (tx) => tx.$queryRaw<ClaimedRow[]>`
      WITH oldest AS (
        SELECT d.id, d.next_attempt_at, d.claimed_until, asked.lease_ms
        FROM unnest(${ordered.map(({ object }) => object.objectKind)}::text[], ${ordered.map(({ object }) => object.objectId)}::uuid[],
            ${ordered.map(({ leaseMs }) => leaseMs)}::float8[]) AS asked (object_kind, object_id, lease_ms)
          CROSS JOIN LATERAL (
            SELECT id, next_attempt_at, claimed_until FROM webhook_deliveries
            WHERE object_kind = asked.object_kind AND object_id = asked.object_id AND state = 'pending'
            ORDER BY sequence LIMIT 1 FOR UPDATE) d)
      UPDATE webhook_deliveries AS delivery
      SET claimed_until = clock_timestamp() + make_interval(secs => oldest.lease_ms / 1000)
      FROM oldest
      WHERE delivery.id = oldest.id AND oldest.next_attempt_at <= clock_timestamp()
        AND (oldest.claimed_until IS NULL OR oldest.claimed_until <= clock_timestamp())
      RETURNING delivery.object_kind, delivery.object_id, delivery.id, delivery.merchant_id, delivery.url, delivery.payload,
        delivery.key_kind::text, delivery.attempt_count, delivery.created_at, delivery.claimed_until`,
    );
    const claimed = new Map(rows.map((row) => [keyOf({ objectKind: row.object_kind, objectId: row.object_id }), row]));
    return claims.map(({ object }) => {
      const row = claimed.get(keyOf(object));
      // Of two claims of one object the second gets nothing, as it would a moment later.
      claimed.delete(keyOf(object));
      return row === undefined ? null : toClaimed(row);
    });
  },
  { max: CLAIMED_AT_ONCE },
);

function toClaimed(row: ClaimedRow): ClaimedDelivery {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    url: row.url,
    payload: row.payload,
    keyKind: row.key_kind,
    attemptCount: row.attempt_count,
    createdAt: row.created_at,
    claimedUntil: row.claimed_until,
  };
}

/** Returns when the object's oldest undelivered event may be tried; null if there is none. */
export const findNextTry = batched(async (tx, objects: readonly DeliveryObject[]): Promise<(Date | null)[]> => {
  const rows = await tx.$queryRaw<{ place: bigint; next_try: Date }[]>`
    SELECT asked.place, d.next_try
    FROM unnest(${objects.map(({ objectKind }) => objectKind)}::text[], ${objects.map(({ objectId }) => objectId)}::uuid[])
        WITH ORDINALITY AS asked (object_kind, object_id, place)
      CROSS JOIN LATERAL (
        SELECT greatest(next_attempt_at, claimed_until) AS next_try FROM webhook_deliveries
        WHERE object_kind = asked.object_kind AND object_id = asked.object_id AND state = 'pending'
        ORDER BY sequence LIMIT 1) d`;
  const found = new Map(rows.map(({ place, next_try }) => [place, next_try]));
  return objects.map((_, index) => found.get(BigInt(index + 1)) ?? null);
});

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
 * Writes the attempt and its consequences, and releases the claim. False if the claim had expired
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
  const { requestHeaders, responseHeaders, ...columns } = attempt;
  const headers = {
    ...(requestHeaders && { requestHeaders: requestHeaders.map((header) => [...header]) }),
    ...(responseHeaders && { responseHeaders: responseHeaders.map((header) => [...header]) }),
  };
  await insertAttempt(tx, { deliveryId: claimed.id, number, ...columns, ...headers });
  return true;
}

type Result = { readonly claimed: ClaimedDelivery; readonly result: AttemptResult };

/** Returns the number of the attempt; null where the claim is another worker's. */
const recordResult = batched(async (tx, results: readonly Result[]): Promise<(number | null)[]> => {
  const retries = results.map(({ result }) => (result.state === "pending" ? result.retryInMs : 0));
  const ids = results.map(({ claimed }) => claimed.id);
  // In the order in which claims lock them.
  await tx.$queryRaw`
    SELECT 1 FROM webhook_deliveries WHERE id = ANY(${ids}::uuid[])
    ORDER BY object_kind COLLATE "C", object_id FOR UPDATE`;
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

const insertAttempt = batched(async (tx, data: readonly Prisma.WebhookAttemptCreateManyInput[]): Promise<null[]> => {
  await tx.webhookAttempt.createMany({ data: [...data] });
  return data.map(() => null);
});

/** Releases the claim without an attempt; the event may be tried again in `retryInMs`. */
export async function releaseClaim(tx: Tx, claim: ClaimedDelivery, retryInMs: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_deliveries
    SET claimed_until = NULL, next_attempt_at = clock_timestamp() + make_interval(secs => ${retryInMs / 1_000}::float8)
    WHERE id = ${claim.id}::uuid AND claimed_until = ${claim.claimedUntil}`;
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
 * Makes a delivery of this merchant due now, whatever its state. Null if the merchant has no such
 * delivery.
 */
export async function markDue(tx: Tx, merchantId: string, deliveryId: string): Promise<DeliveryObject | null> {
  const rows = await tx.$queryRaw<{ object_kind: ObjectKind; object_id: string }[]>`
    UPDATE webhook_deliveries SET state = 'pending', next_attempt_at = clock_timestamp()
    WHERE id = ${deliveryId}::uuid AND merchant_id = ${merchantId}::uuid
    RETURNING object_kind, object_id`;
  const [row] = rows;
  return row === undefined ? null : { objectKind: row.object_kind, objectId: row.object_id };
}

export type StrandedObject = DeliveryObject & { readonly dueSince: Date };

/**
 * Finds objects whose oldest undelivered event has been due for `overdueMs` and is unclaimed;
 * longest due first.
 */
export async function findStranded(overdueMs: number, limit: number): Promise<readonly StrandedObject[]> {
  const rows = await database().$queryRaw<{ object_kind: ObjectKind; object_id: string; next_attempt_at: Date }[]>`
    SELECT object_kind, object_id, next_attempt_at FROM (
      SELECT DISTINCT ON (object_kind, object_id) object_kind, object_id, next_attempt_at, claimed_until
      FROM webhook_deliveries WHERE state = 'pending' ORDER BY object_kind, object_id, sequence) AS oldest
    WHERE next_attempt_at < clock_timestamp() - make_interval(secs => ${overdueMs / 1_000}::float8)
      AND (claimed_until IS NULL OR claimed_until < clock_timestamp())
    ORDER BY next_attempt_at LIMIT ${limit}`;
  return rows.map((row) => ({ objectKind: row.object_kind, objectId: row.object_id, dueSince: row.next_attempt_at }));
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
