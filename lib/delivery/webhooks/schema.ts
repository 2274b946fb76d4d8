import { z } from "zod";
import { OBJECT_KINDS } from "@/lib/delivery/webhooks/delivery-object";
import { listMoment, rowNumber } from "@/lib/kernel/paging/list-schema";

export const deliveryState = z.enum(["pending", "delivered", "failed"]);

/** A delivery as lists show it. Times are ISO 8601 in UTC. */
export const deliveryView = z.object({
  id: z.uuid(),
  objectKind: z.string(),
  objectId: z.uuid(),
  /** The object's order ID, as the event carries it. */
  orderId: z.string().nullable(),
  /** The status that the event carried. */
  eventStatus: z.string(),
  url: z.string(),
  state: deliveryState,
  attemptCount: z.number().int(),
  /** From the last attempt; null before the first, and when there was no response. */
  lastHttpStatus: z.number().int().nullable(),
  lastError: z.string().nullable(),
  /** Null when no further attempt is planned. */
  nextAttemptAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
});
export type DeliveryView = z.output<typeof deliveryView>;

/** Name and value, in wire order. */
export const headerList = z.array(z.tuple([z.string(), z.string()]));
export type HeaderListView = z.output<typeof headerList>;

export const attemptView = z.object({
  number: z.number().int(),
  startedAt: z.iso.datetime(),
  durationMs: z.number().int(),
  httpStatus: z.number().int().nullable(),
  error: z.string().nullable(),
  /**
   * The body's `sign`, and the headers of the request and the response; null if nothing was sent or
   * nothing was stored.
   */
  sign: z.string().nullable(),
  requestHeaders: headerList.nullable(),
  responseHeaders: headerList.nullable(),
  responseExcerpt: z.string().nullable(),
});
export type AttemptView = z.output<typeof attemptView>;

/** One delivery with all its details; attempts oldest first. */
export const deliveryDetailView = deliveryView.extend({
  /** What was signed: the body without its `sign` member. */
  payload: z.string(),
  keyKind: z.enum(["payment", "payout"]),
  /** How often users may still resend its object's webhooks. */
  resendsLeft: z.number().int(),
  attempts: z.array(attemptView),
});
export type DeliveryDetailView = z.output<typeof deliveryDetailView>;

/** A page of deliveries, newest first. */
export const deliveryPageView = z.object({
  items: z.array(deliveryView),
  /** Pass it as `cursor` to get the next page; null at the end. */
  nextCursor: z.string().nullable(),
  /**
   * On the last page: webhooks of finished objects from before this time were deleted; null: none
   * were.
   */
  deletedBefore: z.iso.datetime().nullable(),
});
export type DeliveryPageView = z.output<typeof deliveryPageView>;

const SEARCH_CHARACTERS_MAX = 128;

/** Filters of a list of deliveries. */
export const deliveryFilter = z.object({
  objectId: z.uuid().optional(),
  kind: z.enum(OBJECT_KINDS).optional(),
  state: deliveryState.optional(),
  /** A complete order id, or a uuid: of the delivery, of its object, of a top-up. */
  q: z.string().trim().max(SEARCH_CHARACTERS_MAX).optional(),
  /** When the event happened: from (inclusive) and until (exclusive). */
  from: listMoment.optional(),
  until: listMoment.optional(),
});
export type DeliveryFilter = z.output<typeof deliveryFilter>;

export const deliveryListQuery = deliveryFilter.extend({
  cursor: rowNumber.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type DeliveryListQuery = z.output<typeof deliveryListQuery>;

/** Receivers that are being retried right now, the longest failing first. */
export const failingEndpointsView = z.array(
  z.object({
    /** Host and port, as in the URLs. */
    host: z.string(),
    /** When the oldest event happened that it has not accepted. */
    since: z.iso.datetime(),
    /** Number of events that wait for it. */
    waiting: z.number().int(),
    nextAttemptAt: z.iso.datetime(),
    /** From the last attempt. */
    lastAnswer: z.string().nullable(),
  }),
);
export type FailingEndpointsView = z.output<typeof failingEndpointsView>;

/** Where the webhooks of an object go. */
export const receiverView = z.object({ url: z.string(), isDefault: z.boolean() });
export type ReceiverView = z.output<typeof receiverView>;
