import { z } from "zod";

/** What an event is about. Events of one object go out in order; objects do not wait for each other. */
export const deliveryObject = z.object({
  objectKind: z.enum(["invoice", "wallet", "payout"]),
  objectId: z.uuid(),
});

export type DeliveryObject = Readonly<z.output<typeof deliveryObject>>;

export type ObjectKind = DeliveryObject["objectKind"];
