import { AppError } from "@/lib/errors";
import type { Recurrence } from "@/lib/recurrences/recurrence";
import { findMerchantRecurrence, findRecurrenceByOrderId } from "@/lib/recurrences/repo";

/**
 * A merchant's own plan; with both ids given the order id decides.
 * @throws AppError `not_found`, the same for another merchant's plan as for none
 */
export async function getRecurrence(
  merchantId: string,
  ids: { readonly uuid: string | null; readonly order_id: string | null },
): Promise<Recurrence> {
  const found =
    ids.order_id === null
      ? ids.uuid && (await findMerchantRecurrence(merchantId, ids.uuid))
      : await findRecurrenceByOrderId(merchantId, ids.order_id);
  if (!found) throw new AppError("not_found", "Recurrence not found");
  return found;
}
