import { readCommission } from "@/lib/cases/terms-repo";
import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { Tx } from "@/lib/db";
import { commissionOn } from "@/lib/invoices/payer-amount";
import { type Decimal, HUNDRED } from "@/lib/money/decimal";

/**
 * What the gateway keeps of a deposit that is credited as it is: the merchant's own percentage or the service's, and the service's fixed
 * part; never more than the deposit. In its coin. @throws AppError for no such merchant
 */
export async function caseCommission(
  tx: Tx,
  merchantId: string,
  amount: Decimal,
  service: CatalogService,
): Promise<Decimal> {
  const own = await readCommission(tx, merchantId);
  return commissionOn(amount, {
    commissionRate: own ?? service.paymentFeePercent.dividedBy(HUNDRED),
    commissionFixed: service.paymentFeeFixed,
    subtractPercent: 0,
  });
}
