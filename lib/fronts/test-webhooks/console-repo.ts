import type { AttemptRecord } from "@/lib/delivery/webhooks/repo";
import type { WebhookRequest } from "@/lib/delivery/webhooks/sign-payload";
import type { PrepareTestInput, TestKind } from "@/lib/fronts/test-webhooks/console-schema";
import { database, type Tx } from "@/lib/kernel/db";

/** Older ones are deleted: this is a recent history, not an archive. */
const KEPT_OF_A_MERCHANT = 500;

const LISTED = {
  id: true,
  sequence: true,
  kind: true,
  eventStatus: true,
  objectId: true,
  currencyCode: true,
  networkCode: true,
  url: true,
  createdAt: true,
  queuedAt: true,
  startedAt: true,
  durationMs: true,
  httpStatus: true,
  error: true,
} as const;

export type NewTest = {
  readonly id: string;
  readonly merchantId: string;
  readonly actorId: string;
  readonly asked: PrepareTestInput;
  readonly request: WebhookRequest;
  readonly createdAt: Date;
};

/** Stores a prepared test, and deletes the merchant's tests beyond the limit. */
export async function insertTest(tx: Tx, { id, merchantId, actorId, asked, request, createdAt }: NewTest) {
  const row = await tx.webhookTest.create({
    data: {
      id,
      merchantId,
      actorId,
      kind: asked.kind,
      eventStatus: asked.status,
      objectId: asked.objectId,
      currencyCode: asked.currency,
      networkCode: asked.network,
      url: request.url,
      body: request.body,
      requestHeaders: request.headers.map((header) => [...header]),
      createdAt,
    },
  });
  await tx.$executeRaw`
    DELETE FROM webhook_tests WHERE merchant_id = ${merchantId}::uuid AND sequence <= (
      SELECT sequence FROM webhook_tests WHERE merchant_id = ${merchantId}::uuid
      ORDER BY sequence DESC OFFSET ${KEPT_OF_A_MERCHANT} LIMIT 1)`;
  return row;
}

/** Returns a merchant's tests, newest first. */
export async function selectTests(merchantId: string, before: string | undefined, limit: number) {
  return await database().webhookTest.findMany({
    where: { merchantId, ...(before !== undefined && { sequence: { lt: BigInt(before) } }) },
    orderBy: { sequence: "desc" },
    take: limit,
    select: LISTED,
  });
}

export async function selectTest(merchantId: string, id: string) {
  return await database().webhookTest.findFirst({ where: { id, merchantId } });
}

/**
 * Queues a test for sending, once: returns null if it was queued before, is older than
 * `preparedAfter`, or is not this merchant's.
 */
export async function markQueued(
  tx: Tx,
  { merchantId, id, preparedAfter, now }: { merchantId: string; id: string; preparedAfter: Date; now: Date },
) {
  const where = { id, merchantId, queuedAt: null, createdAt: { gt: preparedAfter } };
  const { count } = await tx.webhookTest.updateMany({ where, data: { queuedAt: now } });
  return count === 0 ? null : await tx.webhookTest.findUniqueOrThrow({ where: { id } });
}

/** Returns a queued test without a result. */
export async function findQueuedTest(id: string) {
  return await database().webhookTest.findFirst({ where: { id, queuedAt: { not: null }, startedAt: null } });
}

export async function recordAnswer(id: string, attempt: AttemptRecord): Promise<void> {
  const { startedAt, durationMs, httpStatus, error, responseExcerpt, responseHeaders } = attempt;
  await database().webhookTest.updateMany({
    where: { id, startedAt: null },
    data: {
      startedAt,
      durationMs,
      httpStatus,
      error,
      responseExcerpt,
      ...(responseHeaders && { responseHeaders: responseHeaders.map((header) => [...header]) }),
    },
  });
}

/** Returns the URL of the merchant's newest real webhook. */
export async function findNewestUrl(merchantId: string): Promise<string | null> {
  const row = await database().webhookDelivery.findFirst({
    where: { merchantId },
    orderBy: { sequence: "desc" },
    select: { url: true },
  });
  return row?.url ?? null;
}

export type TestRow = Awaited<ReturnType<typeof selectTests>>[number];
export type WholeTestRow = NonNullable<Awaited<ReturnType<typeof selectTest>>> & { kind: TestKind | string };
