import type { Payout } from "@/lib/payouts/payout";
import { payoutErrors } from "@/lib/payouts/payout-error";
import { findMerchantPayout, findPayoutByOrderId } from "@/lib/payouts/repo";

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
