export const OBJECT_KINDS = ["invoice", "wallet", "payout", "recurrence"] as const;

export type ObjectKind = (typeof OBJECT_KINDS)[number];

/**
 * What an event is about. Events of one object are sent in order; objects do not wait for each
 * other.
 */
export type DeliveryObject = { readonly objectKind: ObjectKind; readonly objectId: string };
