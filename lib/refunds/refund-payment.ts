import { assertMayPayOut } from "@/lib/guards/assert-may-pay-out";
import type { Merchant } from "@/lib/merchants/merchant";
import { ZERO } from "@/lib/money/decimal";
import { startRefund } from "@/lib/refunds/engine";
import { planRefund } from "@/lib/refunds/plan-refund";
import type { RefundInput } from "@/lib/refunds/schema";

/**
 * Sends a payment, or a part of it, back to an address.
 * @throws AppError with the specification's text, or naming the parameter that is wrong; nothing was taken then
 */
export async function refundPayment(merchant: Merchant, input: RefundInput): Promise<void> {
  await assertMayPayOut(merchant.id);
  // No refund was ever carried out, so nothing has gone back before.
  await startRefund(await planRefund(merchant, input, async () => ZERO));
}
