import { assertMayPayOut } from "@/lib/guards/assert-may-pay-out";
import type { Merchant } from "@/lib/merchants/merchant";
import { formatCrypto } from "@/lib/money/format";
import { startBlockedRefund } from "@/lib/refunds/engine";
import { planBlockedRefund } from "@/lib/refunds/plan-blocked-refund";
import type { BlockedRefundInput, BlockedRefundView } from "@/lib/refunds/schema";

/**
 * Sends everything that a blocked wallet holds to one address, once.
 * @throws AppError with the specification's text, or naming the parameter that is wrong; nothing was taken then
 */
export async function refundBlockedWallet(merchant: Merchant, input: BlockedRefundInput): Promise<BlockedRefundView> {
  await assertMayPayOut(merchant.id);
  // No refund was ever begun, so none can be under way.
  const plan = await planBlockedRefund(merchant.id, input, async () => false);
  await startBlockedRefund(plan);
  return { commission: formatCrypto(plan.commission), amount: formatCrypto(plan.sentAmount) };
}
