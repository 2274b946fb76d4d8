import { assertCallbackAllowed } from "@/lib/delivery/webhooks/callback-address";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { planPayout } from "@/lib/money-out/payouts/plan-payout";
import { findPayoutByOrderId } from "@/lib/money-out/payouts/repo";
import type { CreatePayoutInput } from "@/lib/money-out/payouts/schema";
import { type PayoutOrder, startPayout } from "@/lib/money-out/payouts/start-payout";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import type { Merchant } from "@/lib/people/merchants/merchant";

/**
 * Pays out, or answers the payout that the merchant made with the same order id, whatever else is in `input`: a repeated call is
 * harmless, also when payouts have been blocked since. `orderedById` is the person who orders it; null for the machine API.
 * `claim` writes down whose it is, in the transaction that makes it; `together` is the worth of the file that it is a row of.
 * @throws AppError with the specification's text, or naming the parameter that is wrong; nothing was taken then
 */
export async function createPayout(
  merchant: Merchant,
  input: CreatePayoutInput,
  orderedById: string | null = null,
  { claim, together }: Pick<PayoutOrder, "claim" | "together"> = {},
): Promise<Payout> {
  const first = await findPayoutByOrderId(merchant.id, input.order_id);
  if (first !== null) return first;
  try {
    await assertMayPayOut(merchant.id);
    assertCallbackAllowed(input.url_callback);
    const plan = await planPayout(merchant, input, { mustBeCovered: true });
    return await startPayout(plan, {
      merchantId: merchant.id,
      orderId: input.order_id,
      urlCallback: input.url_callback,
      orderedById,
      claim,
      together,
    });
  } catch (error) {
    // The same order at the same moment may have taken the very money that is missing now.
    const other = await findPayoutByOrderId(merchant.id, input.order_id);
    if (other !== null) return other;
    throw error;
  }
}
