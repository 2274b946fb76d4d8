import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { Catalog } from "@/lib/catalog/queries";
import type { ServiceView } from "@/lib/catalog/schema";
import { AppError } from "@/lib/errors";
import type { Decimal } from "@/lib/money/decimal";
import { formatCrypto, withDecimals } from "@/lib/money/format";
import { estimatesSince } from "@/lib/payouts/fee-estimate";
import { DEFAULT_PRIORITY } from "@/lib/payouts/fee-priority";
import { type KnownFees, listKnownFees } from "@/lib/payouts/fee-quotes-repo";
import { isTerminalOpen } from "@/lib/payouts/is-terminal-open";
import { priceFee } from "@/lib/payouts/price-fee";
import { readTerminalState } from "@/lib/payouts/terminal-repo";

const PERCENT_DECIMALS = 2;

/**
 * What `payout/services` answers: every service of the catalog, in the order in which it is offered, with what a payout costs at this moment
 * at the recommended level, and whether one would go out at once. Writes no quote.
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

/** Null when the chain's figure cannot be put into the coin: a payout would be refused. */
async function presentFee(service: CatalogService, { quoted, estimated }: KnownFees): Promise<Decimal | null> {
  const name = `${service.network.code}:${service.currency.code}`;
  try {
    return quoted.get(name) ?? (await priceFee(service, estimated.get(name) ?? null));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
