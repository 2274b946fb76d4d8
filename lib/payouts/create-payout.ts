import { assertMayPayOut } from "@/lib/guards/assert-may-pay-out";
import type { Merchant } from "@/lib/merchants/merchant";
import { startPayout } from "@/lib/payouts/engine";
import type { Payout } from "@/lib/payouts/payout";
import { planPayout } from "@/lib/payouts/plan-payout";
import { findPayoutByOrderId } from "@/lib/payouts/repo";
import type { CreatePayoutInput } from "@/lib/payouts/schema";

/**
 * Pays out, or answers the payout that the merchant made with the same order id, whatever else is in `input`: a repeated call is
 * harmless, also when payouts have been blocked since.
 * @throws AppError with the specification's text, or naming the parameter that is wrong; nothing was taken then
 */
export async function createPayout(merchant: Merchant, input: CreatePayoutInput): Promise<Payout> {
  const first = await findPayoutByOrderId(merchant.id, input.order_id);
  if (first !== null) return first;
  await assertMayPayOut(merchant.id);
  return await startPayout(await planPayout(merchant, input, { mustBeCovered: true }));
}
