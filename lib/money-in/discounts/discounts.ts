import { z } from "zod";
import { database, type Tx } from "@/lib/kernel/db";
import { lenientInteger, requiredText } from "@/lib/kernel/lenient-input";
import { refusal } from "@/lib/kernel/refusals";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * A merchant's discount for a service in percent (negative for a surcharge), or null where none is
 * set.
 */
export type ServiceDiscounts = (service: CatalogService) => number | null;

/** Reads the merchant's current discounts. Call it before opening a transaction. */
export async function findServiceDiscounts(merchantId: string): Promise<ServiceDiscounts> {
  const rows = await selectDiscounts(database(), merchantId);
  const percents = new Map(rows.map((row) => [`${row.currencyCode} ${row.networkCode}`, row.percent]));
  return (service) => percents.get(`${service.currency.code} ${service.network.code}`) ?? null;
}

/**
 * Lists every service that can be offered to payers, in catalog order, with the merchant's discount
 * or zero.
 */
export async function listDiscounts(merchantId: string): Promise<DiscountListView> {
  const [catalog, discountOf] = await Promise.all([loadCatalog(), findServiceDiscounts(merchantId)]);
  return catalog
    .services()
    .filter(isOffered)
    .map((service) => ({
      currency: service.currency.code,
      network: service.network.code,
      discount: discountOf(service) ?? 0,
    }));
}

/** Whether the service is enabled and reviewed, regardless of its node's current state. */
export function isOffered(service: CatalogService): boolean {
  return service.isPaymentEnabled && service.isReviewed;
}

type DiscountRow = {
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly percent: number;
};

/** Reads the discounts that the merchant has set; a service without a row has none. */
export async function selectDiscounts(db: Tx, merchantId: string): Promise<readonly DiscountRow[]> {
  return db.serviceDiscount.findMany({
    where: { merchantId },
    select: { currencyCode: true, networkCode: true, percent: true },
  });
}

/** Zero removes the row. Of two concurrent calls, the later one wins. */
export async function writeDiscount(db: Tx, merchantId: string, discount: DiscountRow): Promise<void> {
  const { currencyCode, networkCode, percent } = discount;
  if (percent === 0) {
    await db.serviceDiscount.deleteMany({ where: { merchantId, currencyCode, networkCode } });
    return;
  }
  await db.$executeRaw`
    INSERT INTO service_discounts (merchant_id, currency_code, network_code, percent, updated_at)
    VALUES (${merchantId}::uuid, ${currencyCode}, ${networkCode}, ${percent}, now())
    ON CONFLICT (merchant_id, currency_code, network_code)
    DO UPDATE SET percent = excluded.percent, updated_at = excluded.updated_at`;
}

/**
 * Sets the discount (negative for a surcharge) for payers of a merchant who choose this coin on
 * this network; zero removes it. Prices already given are not affected.
 * @throws AppError `discount_service_not_found`, with the codes as requested
 */
export async function setDiscount(merchantId: string, input: SetDiscountInput): Promise<DiscountView> {
  const service = (await loadCatalog()).service(input.currency, input.network);
  if (service === null || !isOffered(service))
    throw refusal("discount_service_not_found", { currency: input.currency, network: input.network });
  const { currency, network } = service;
  const percent = input.discount_percent;
  await writeDiscount(database(), merchantId, { currencyCode: currency.code, networkCode: network.code, percent });
  return { currency: currency.code, network: network.code, discount: String(percent) };
}

const CODE_MAX = 16;

/** Input of `POST /v1/payment/discount/set`. */
export const setDiscountInput = z.object({
  currency: requiredText({ max: CODE_MAX }),
  network: requiredText({ max: CODE_MAX }),
  discount_percent: lenientInteger({ min: -99, max: 100 }, null).transform((percent, context): number => {
    if (percent !== null) return percent;
    context.addIssue({ code: "custom", message: "validation.required" });
    return z.NEVER;
  }),
});

type SetDiscountInput = z.output<typeof setDiscountInput>;

const currency = z.string().describe("Currency code");
const network = z.string().describe("Network code in lower case");

/** One element of `POST /v1/payment/discount/list`: zero where nothing is set. */
export const discountListView = z.array(
  z.strictObject({ currency, network, discount: z.int().describe("In percent; below zero: a surcharge") }),
);

type DiscountListView = z.output<typeof discountListView>;

/** Response of `set`: this endpoint returns the number as text. */
export const discountView = z.strictObject({
  currency,
  network,
  discount: z.string().describe("In percent, as text"),
});

type DiscountView = z.output<typeof discountView>;
