import type { Cursor } from "@/lib/kernel/paging/cursor";
import { readPage } from "@/lib/kernel/paging/read-page";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { payoutErrors } from "@/lib/money-out/payouts/payout-error";
import { findMerchantPayout, findPayoutByOrderId, selectPayouts } from "@/lib/money-out/payouts/repo";
import type { PayoutPageView } from "@/lib/money-out/payouts/schema";
import { toPayoutItem } from "@/lib/money-out/payouts/wire-view";

/**
 * A merchant's own payout; with both ids given the order id decides.
 * @throws AppError `not_found`, the same for another merchant's payout as for none
 */
export async function getPayout(
  merchantId: string,
  ids: { readonly uuid: string | null; readonly order_id: string | null },
): Promise<Payout> {
  const found =
    ids.order_id === null
      ? ids.uuid && (await findMerchantPayout(merchantId, ids.uuid))
      : await findPayoutByOrderId(merchantId, ids.order_id);
  if (!found) throw payoutErrors.notFound();
  return found;
}

/** A merchant's payouts, newest first, made within the dates given. */
export async function listPayouts(
  merchantId: string,
  query: { readonly date_from: Date | null; readonly date_to: Date | null; readonly cursor: Cursor | null },
): Promise<PayoutPageView> {
  const range = { from: query.date_from, to: query.date_to };
  const { items, paginate } = await readPage(query.cursor, range, (slice) => selectPayouts(merchantId, slice));
  return { merchant_uuid: merchantId, items: items.map(toPayoutItem), paginate };
}
