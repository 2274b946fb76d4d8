import { z } from "zod";
import { rowNumber } from "@/lib/kernel/paging/list-schema";

/**
 * Webhooks of all merchants, as the operator sees them: the dead ones, or those of one object. Safe
 * for the browser.
 */

export const WEBHOOK_PAGE_SIZE = 25;

export const lostWebhookView = z.object({
  id: z.uuid(),
  merchant: z.object({ id: z.uuid(), name: z.string() }),
  objectKind: z.string(),
  eventStatus: z.string(),
  /** Only the receiver's host: the rest of its URL may contain a secret of the shop. */
  host: z.string(),
  state: z.enum(["pending", "delivered", "failed"]),
  /** How often the merchant's users resent it. */
  resendCount: z.int(),
  attemptCount: z.int(),
  /** Result of the last attempt, as text; null before the first. */
  outcome: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type LostWebhookView = z.output<typeof lostWebhookView>;

export const lostWebhookPageView = z.object({ items: z.array(lostWebhookView), nextCursor: z.string().nullable() });
export type LostWebhookPageView = z.output<typeof lostWebhookPageView>;

const SEARCH_CHARACTERS_MAX = 128;

export const lostWebhookQuery = z.object({
  cursor: rowNumber.optional(),
  merchant: z.uuid().optional(),
  /**
   * The complete id of a webhook or its object, or an order id. Finds all of its webhooks,
   * including delivered ones.
   */
  q: z.string().trim().max(SEARCH_CHARACTERS_MAX).optional(),
});
export type LostWebhookQuery = z.output<typeof lostWebhookQuery>;
