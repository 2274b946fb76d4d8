import { z } from "zod";
import { formatCrypto, withDecimals } from "@/lib/kernel/money/format";
import type { Catalog } from "@/lib/pricing/catalog/build-catalog";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";

const amountText = z.string().regex(/^[0-9]+\.[0-9]{2,}$/);

/**
 * An item of the API's service lists, for payments and for payouts. Exactly these keys: some
 * clients reject more.
 */
export const serviceView = z
  .strictObject({
    network: z.string().describe("Network code in upper case"),
    currency: z.string().describe("Currency code"),
    is_available: z.boolean(),
    limit: z.strictObject({
      min_amount: amountText.describe("8 decimals, in the currency"),
      max_amount: amountText.describe("8 decimals, in the currency"),
    }),
    commission: z.strictObject({
      fee_amount: amountText.describe("Fixed fee, in the currency"),
      percent: amountText.describe("In percent, 2 decimals"),
    }),
  })
  .meta({ id: "Service" });

export type ServiceView = z.infer<typeof serviceView>;

export const serviceListView = z.array(serviceView);

const PERCENT_DECIMALS = 2;
/** For the fixed fee; the list of payouts shows 8. */
const FEE_DECIMALS = 2;

type OwnTerms = Pick<CatalogService, "paymentMin" | "paymentMax"> & { readonly isAccepted: boolean };

/**
 * Builds the response of `payment/services`: every service of the catalog, offered or not, in the
 * order in which it is offered. `ownTermsOf` returns a merchant's own terms for a service.
 */
export function paymentServicesView(
  catalog: Catalog,
  ownTermsOf: (service: CatalogService) => OwnTerms = (service) => ({ ...service, isAccepted: true }),
): ServiceView[] {
  return catalog.services().map((service) => toView(catalog, service, ownTermsOf(service)));
}

function toView(catalog: Catalog, service: CatalogService, own: OwnTerms): ServiceView {
  return {
    network: service.network.code.toUpperCase(),
    currency: service.currency.code,
    is_available: own.isAccepted && service.isPaymentEnabled && catalog.isAvailable(service),
    limit: { min_amount: formatCrypto(own.paymentMin), max_amount: formatCrypto(own.paymentMax) },
    commission: {
      fee_amount: withDecimals(service.paymentFeeFixed, FEE_DECIMALS),
      percent: withDecimals(service.paymentFeePercent, PERCENT_DECIMALS),
    },
  };
}
