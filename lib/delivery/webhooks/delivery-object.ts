import { z } from "zod";

export const OBJECT_KINDS = ["invoice", "wallet", "payout", "recurrence"] as const;

/**
 * What an event is about. Events of one object are sent in order; objects do not wait for each
 * other.
 */
export const deliveryObject = z.object({
  objectKind: z.enum(OBJECT_KINDS),
  objectId: z.uuid(),
});

export type DeliveryObject = Readonly<z.output<typeof deliveryObject>>;

export type ObjectKind = DeliveryObject["objectKind"];

/**
 * `next` for an event that has not been tried; `again` for one that was sent or turned away before:
 * it is queued behind.
 */
export type Turn = "next" | "again";
