import { z } from "zod";
import { rowNumber } from "@/lib/kernel/paging/list-schema";

/**
 * Webhooks of all merchants, as the operator sees them: those that were given up, or those of one
 * object. Safe for the browser.
 */

export const WEBHOOK_PAGE_SIZE = 25;

export const lostWebhookView = z.object({
  id: z.uuid(),
  merchant: z.object({ id: z.uuid(), name: z.string() }),
  objectKind: z.string(),
  eventStatus: z.string(),
  /** Host of the receiver: the rest of its address may hold a secret of the shop's. */
  host: z.string(),
  state: z.enum(["pending", "delivered", "failed"]),
  /** How often people of its merchant had it sent again. */
  resendCount: z.int(),
  attemptCount: z.int(),
  /** What came of the last attempt, in words; null before the first. */
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
   * The id of a webhook or of what it tells of, or an order id: whole. All of its webhooks are
   * found then, also those that were taken.
   */
  q: z.string().trim().max(SEARCH_CHARACTERS_MAX).optional(),
});
export type LostWebhookQuery = z.output<typeof lostWebhookQuery>;
