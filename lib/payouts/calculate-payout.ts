import { assertMayPayOut } from "@/lib/guards/assert-may-pay-out";
import type { Merchant } from "@/lib/merchants/merchant";
import { planPayout } from "@/lib/payouts/plan-payout";
import type { CalculatePayoutInput, PayoutCalculationView } from "@/lib/payouts/schema";
import { toCalculationView } from "@/lib/payouts/wire-view";

/**
 * What a payout with these parameters would cost and send, by the same plan as the payout itself: within the fee quote's 60 seconds, and
 * while the rate stands, it comes out the same.
 * @throws AppError what the payout would be refused with
 */
export async function calculatePayout(merchant: Merchant, input: CalculatePayoutInput): Promise<PayoutCalculationView> {
  await assertMayPayOut(merchant.id);
  return toCalculationView(await planPayout(merchant, input, { mustBeCovered: true }));
}
