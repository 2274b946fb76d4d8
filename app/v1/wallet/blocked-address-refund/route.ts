import { endpoint } from "@/lib/api/endpoint";
import { refundBlockedWalletOperation } from "@/lib/api/operations/refunds";
import { assertRefundKey } from "@/lib/refunds/assert-refund-key";
import { refundBlockedWallet } from "@/lib/refunds/refund-blocked-wallet";

export const POST = endpoint(refundBlockedWalletOperation, async ({ merchant, keyKind, body }) => {
  await assertRefundKey(merchant.id, keyKind);
  return await refundBlockedWallet(merchant, body, null, keyKind === "payment");
});
