import { AppError } from "@/lib/errors";
import { findMerchantWallet, findWalletByOrderId } from "@/lib/wallets/repo";
import type { StaticWallet } from "@/lib/wallets/wallet";

/**
 * A merchant's own static wallet; with both ids given the order id decides.
 * @throws AppError `not_found`, the same for another merchant's wallet as for none
 */
export async function getWallet(
  merchantId: string,
  ids: { readonly uuid: string | null; readonly order_id: string | null },
): Promise<StaticWallet> {
  const found =
    ids.order_id === null
      ? ids.uuid && (await findMerchantWallet(merchantId, ids.uuid))
      : await findWalletByOrderId(merchantId, ids.order_id);
  if (!found) throw new AppError("not_found", "Not found");
  return found;
}
