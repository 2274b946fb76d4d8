import { database } from "@/lib/db";
import type { DeliveryListQuery } from "@/lib/webhooks/schema";

const LISTED = {
  id: true,
  sequence: true,
  objectKind: true,
  objectId: true,
  eventStatus: true,
  url: true,
  state: true,
  attemptCount: true,
  nextAttemptAt: true,
  createdAt: true,
  deliveredAt: true,
} as const;

const ATTEMPT = {
  number: true,
  startedAt: true,
  durationMs: true,
  httpStatus: true,
  error: true,
  responseExcerpt: true,
} as const;

/** Newest first, each with its last attempt. */
export async function selectDeliveries(merchantId: string, query: DeliveryListQuery) {
  return await database().webhookDelivery.findMany({
    where: {
      merchantId,
      ...(query.objectId === undefined ? {} : { objectId: query.objectId }),
      ...(query.state === undefined ? {} : { state: query.state }),
      ...(query.before === undefined ? {} : { sequence: { lt: BigInt(query.before) } }),
    },
    orderBy: { sequence: "desc" },
    take: query.limit,
    select: { ...LISTED, attempts: { orderBy: { number: "desc" }, take: 1, select: ATTEMPT } },
  });
}

export async function selectDelivery(merchantId: string, deliveryId: string) {
  return await database().webhookDelivery.findFirst({
    where: { id: deliveryId, merchantId },
    select: { ...LISTED, payload: true, attempts: { orderBy: { number: "asc" }, select: ATTEMPT } },
  });
}
