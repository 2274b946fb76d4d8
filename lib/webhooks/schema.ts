import { z } from "zod";

export const deliveryState = z.enum(["pending", "delivered", "failed"]);

/** A delivery as lists show it. Times are ISO 8601 in UTC. */
export const deliveryView = z.object({
  id: z.uuid(),
  objectKind: z.string(),
  objectId: z.uuid(),
  /** The status that the event carried. */
  eventStatus: z.string(),
  url: z.string(),
  state: deliveryState,
  attemptCount: z.number().int(),
  /** Of the last attempt; null before the first, and when there was no answer. */
  lastHttpStatus: z.number().int().nullable(),
  lastError: z.string().nullable(),
  /** Null when no further attempt is planned. */
  nextAttemptAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
});
export type DeliveryView = z.output<typeof deliveryView>;

export const attemptView = z.object({
  number: z.number().int(),
  startedAt: z.iso.datetime(),
  durationMs: z.number().int(),
  httpStatus: z.number().int().nullable(),
  error: z.string().nullable(),
  responseExcerpt: z.string().nullable(),
});
export type AttemptView = z.output<typeof attemptView>;

/** One delivery with everything that is known of it; attempts oldest first. */
export const deliveryDetailView = deliveryView.extend({
  /** What was signed: the body without its `sign` member. */
  payload: z.string(),
  attempts: z.array(attemptView),
});
export type DeliveryDetailView = z.output<typeof deliveryDetailView>;

/** A page of deliveries, newest first. */
export const deliveryPageView = z.object({
  items: z.array(deliveryView),
  /** Give it back as `before` for the next page; null at the end. */
  nextBefore: z.string().nullable(),
});
export type DeliveryPageView = z.output<typeof deliveryPageView>;

export const deliveryListQuery = z.object({
  objectId: z.uuid().optional(),
  state: deliveryState.optional(),
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type DeliveryListQuery = z.output<typeof deliveryListQuery>;
