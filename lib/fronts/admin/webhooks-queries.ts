import { errorText } from "@/lib/fronts/admin/jobs-queries";
import { type LostWebhookRow, selectLostWebhooks } from "@/lib/fronts/admin/webhooks-repo";
import {
  type LostWebhookPageView,
  type LostWebhookQuery,
  type LostWebhookView,
  WEBHOOK_PAGE_SIZE,
} from "@/lib/fronts/admin/webhooks-schema";

/** Webhooks that were given up, over all merchants, or all of what is searched for; the newest first, a page at a time. */
export async function listLostWebhooks({ cursor, merchant, q }: LostWebhookQuery): Promise<LostWebhookPageView> {
  const before = cursor === undefined ? null : BigInt(cursor);
  const filter = { merchantId: merchant ?? null, search: q || null, before };
  const rows = await selectLostWebhooks(filter, WEBHOOK_PAGE_SIZE + 1);
  const shown = rows.slice(0, WEBHOOK_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items: shown.map(toView), nextCursor: last?.sequence.toString() ?? null };
}

function toView(row: LostWebhookRow): LostWebhookView {
  const { id, merchantId, merchantName, url, attemptCount, createdAt } = row;
  const { objectKind, eventStatus, state, resendCount } = row;
  return {
    id,
    merchant: { id: merchantId, name: merchantName },
    objectKind,
    eventStatus,
    state,
    resendCount,
    host: URL.canParse(url) ? new URL(url).host : "an address that cannot be read",
    attemptCount,
    outcome: attemptCount === 0 ? null : outcomeText(row),
    createdAt: createdAt.toISOString(),
  };
}

function outcomeText({ httpStatus, error }: LostWebhookRow): string {
  return httpStatus === null ? errorText(error) : `answered ${httpStatus}`;
}
