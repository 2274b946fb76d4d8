import { refundBlockedWallet } from "@/lib/exceptions/refunds/refund-blocked-wallet";
import { assertRefundKey } from "@/lib/exceptions/refunds/refund-payment";
import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { refundBlockedWalletOperation } from "@/lib/fronts/machine-api/operations/refunds";

export const POST = endpoint(refundBlockedWalletOperation, async ({ merchant, keyKind, body }) => {
  await assertRefundKey(merchant.id, keyKind);
  return await refundBlockedWallet(merchant, body, null, keyKind === "payment");
});
