import type { ClientLibrary } from "@/lib/merchants/client-library";
import { formatCrypto } from "@/lib/money/format";
import type { Refund } from "@/lib/refunds/refund";
import type { RefundView } from "@/lib/refunds/schema";

/** What `payment/refund` answers: nothing by the specification; libraries of the kind `heleket` read the refund. */
export function toRefundView(refund: Refund, library: ClientLibrary): RefundView {
  if (library !== "heleket") return [];
  return {
    uuid: refund.id,
    status: refund.status,
    amount: formatCrypto(refund.sentAmount),
    commission: formatCrypto(refund.commission),
    currency: refund.currencyCode,
    network: refund.networkCode.toUpperCase(),
    address: refund.address,
  };
}
