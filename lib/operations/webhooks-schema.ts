import { z } from "zod";

/** Webhooks of all merchants that were given up, as the operator sees them. Safe for the browser. */

export const WEBHOOK_PAGE_SIZE = 25;

export const lostWebhookView = z.object({
  id: z.uuid(),
  merchant: z.object({ id: z.uuid(), name: z.string() }),
  objectKind: z.string(),
  eventStatus: z.string(),
  /** Host of the receiver: the rest of its address may hold a secret of the shop's. */
  host: z.string(),
  attemptCount: z.int(),
  /** What came of the last attempt, in words. */
  outcome: z.string(),
  createdAt: z.iso.datetime(),
});
export type LostWebhookView = z.output<typeof lostWebhookView>;

export const lostWebhookPageView = z.object({ items: z.array(lostWebhookView), nextCursor: z.string().nullable() });
export type LostWebhookPageView = z.output<typeof lostWebhookPageView>;

export const lostWebhookQuery = z.object({
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  merchant: z.uuid().optional(),
});
export type LostWebhookQuery = z.output<typeof lostWebhookQuery>;
