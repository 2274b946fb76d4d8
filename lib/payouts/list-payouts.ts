import type { Cursor } from "@/lib/paging/cursor";
import { readPage } from "@/lib/paging/read-page";
import { selectPayouts } from "@/lib/payouts/repo";
import type { PayoutPageView } from "@/lib/payouts/schema";
import { toPayoutItem } from "@/lib/payouts/wire-view";

/** A merchant's payouts, newest first, made within the dates given. */
export async function listPayouts(
  merchantId: string,
  query: { readonly date_from: Date | null; readonly date_to: Date | null; readonly cursor: Cursor | null },
): Promise<PayoutPageView> {
  const range = { from: query.date_from, to: query.date_to };
  const { items, paginate } = await readPage(query.cursor, range, (slice) => selectPayouts(merchantId, slice));
  return { merchant_uuid: merchantId, items: items.map(toPayoutItem), paginate };
}
