import { AppError } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { formatCrypto, withDecimals } from "@/lib/kernel/money/format";
import { priceFee } from "@/lib/money-out/payouts/payout-amounts";
import { planPayout } from "@/lib/money-out/payouts/plan-payout";
import { isTerminalOpen, readTerminalState } from "@/lib/money-out/payouts/queue-payout-send";
import type { CalculatePayoutInput, PayoutCalculationView } from "@/lib/money-out/payouts/schema";
import { toCalculationView } from "@/lib/money-out/payouts/wire-view";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import type { Merchant } from "@/lib/people/merchants/merchant";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import type { ServiceView } from "@/lib/pricing/catalog/schema";
import { estimatesSince } from "@/lib/sending/fees/fee-estimate";
import { DEFAULT_PRIORITY } from "@/lib/sending/fees/fee-priority";
import { type KnownFees, listKnownFees } from "@/lib/sending/fees/fee-quotes-repo";

const PERCENT_DECIMALS = 2;

/**
 * Returns the result of `payout/services`: every service in catalog order, with the current cost of
 * a payout at the recommended priority and whether one would be sent immediately. Writes no quote.
 */
export async function payoutServicesView(catalog: Catalog, now = new Date()): Promise<ServiceView[]> {
  const [state, fees] = await Promise.all([
    readTerminalState(),
    listKnownFees(DEFAULT_PRIORITY, now, estimatesSince(now)),
  ]);
  return await Promise.all(
    catalog.services().map(async (service) => {
      const fee = await presentFee(service, fees);
      const isOffered = service.isPayoutEnabled && service.isReviewed && catalog.isAvailable(service);
      return {
        network: service.network.code.toUpperCase(),
        currency: service.currency.code,
        is_available: isOffered && fee !== null && isTerminalOpen(state, service),
        limit: { min_amount: formatCrypto(service.payoutMin), max_amount: formatCrypto(service.payoutMax) },
        commission: {
          fee_amount: formatCrypto(fee ?? service.payoutFeeFixed),
          percent: withDecimals(service.payoutFeePercent, PERCENT_DECIMALS),
        },
      };
    }),
  );
}

/** Null when the chain's estimate cannot be converted to the coin: a payout would be refused. */
async function presentFee(service: CatalogService, { quoted, estimated }: KnownFees): Promise<Decimal | null> {
  const name = `${service.network.code}:${service.currency.code}`;
  try {
    return quoted.get(name) ?? (await priceFee(service, estimated.get(name) ?? null));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Returns what a payout with these parameters would cost and send, by the same plan as the payout
 * itself: within the fee quote's 60 seconds, and while the rate is valid, the result is the same.
 * @throws AppError the error with which the payout would be refused
 */
export async function calculatePayout(merchant: Merchant, input: CalculatePayoutInput): Promise<PayoutCalculationView> {
  await assertMayPayOut(merchant.id);
  return toCalculationView(await planPayout(merchant, input, { mustBeCovered: true }));
}
