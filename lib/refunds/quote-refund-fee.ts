import type { CatalogService } from "@/lib/catalog/catalog-types";
import { AppError } from "@/lib/errors";
import { DEFAULT_PRIORITY } from "@/lib/payouts/fee-priority";
import type { FeeQuote } from "@/lib/payouts/fee-quotes-repo";
import { quoteFee } from "@/lib/payouts/quote-fee";
import { refundErrors } from "@/lib/refunds/refund-error";

/** What a refund by this service costs: a payout's fee, at the usual level. @throws AppError `Server error` without a price right now */
export async function quoteRefundFee(service: CatalogService): Promise<FeeQuote> {
  try {
    return await quoteFee(service, DEFAULT_PRIORITY);
  } catch (error) {
    throw error instanceof AppError ? refundErrors.serverError({ reason: "no fee can be quoted" }, error) : error;
  }
}
