import { refundErrors } from "@/lib/exceptions/refunds/refund";
import { AppError } from "@/lib/kernel/errors";
import { quoteFee } from "@/lib/money-out/payouts/quote-fee";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { DEFAULT_PRIORITY } from "@/lib/sending/fees/fee-priority";
import type { FeeQuote } from "@/lib/sending/fees/fee-quotes-repo";

/** What a refund by this service costs: a payout's fee, at the usual level. @throws AppError `temporarily_unavailable` without a price right now */
export async function quoteRefundFee(service: CatalogService): Promise<FeeQuote> {
  try {
    return await quoteFee(service, DEFAULT_PRIORITY);
  } catch (error) {
    throw error instanceof AppError ? refundErrors.serverError({ reason: "no fee can be quoted" }, error) : error;
  }
}
