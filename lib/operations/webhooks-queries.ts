import { errorText } from "@/lib/operations/jobs-queries";
import { type LostWebhookRow, selectLostWebhooks } from "@/lib/operations/webhooks-repo";
import {
  type LostWebhookPageView,
  type LostWebhookQuery,
  type LostWebhookView,
  WEBHOOK_PAGE_SIZE,
} from "@/lib/operations/webhooks-schema";

/** Webhooks that were given up, over all merchants, the newest first, a page at a time. */
export async function listLostWebhooks({ cursor, merchant }: LostWebhookQuery): Promise<LostWebhookPageView> {
  const before = cursor === undefined ? null : BigInt(cursor);
  const rows = await selectLostWebhooks(merchant ?? null, before, WEBHOOK_PAGE_SIZE + 1);
  const shown = rows.slice(0, WEBHOOK_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items: shown.map(toView), nextCursor: last?.sequence.toString() ?? null };
}

function toView(row: LostWebhookRow): LostWebhookView {
  const { id, merchantId, merchantName, objectKind, eventStatus, url, attemptCount, httpStatus, error, createdAt } =
    row;
  return {
    id,
    merchant: { id: merchantId, name: merchantName },
    objectKind,
    eventStatus,
    host: URL.canParse(url) ? new URL(url).host : "an address that cannot be read",
    attemptCount,
    outcome: httpStatus === null ? errorText(error) : `answered ${httpStatus}`,
    createdAt: createdAt.toISOString(),
  };
}
