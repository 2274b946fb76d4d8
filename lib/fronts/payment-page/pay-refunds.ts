import type { PayRows } from "@/lib/fronts/payment-page/pay-repo";
import type { PayRefund } from "@/lib/fronts/payment-page/pay-view";
import { decimal } from "@/lib/kernel/money/decimal";
import { explorerTransactionUrl } from "@/lib/pricing/catalog/availability";
import type { Catalog } from "@/lib/pricing/catalog/queries";

const HEAD_LENGTH = 8;
const TAIL_LENGTH = 6;

/** What has gone back of a payment or of its cases, or is on its way, as its page may show it. */
export function toPayRefunds({ refunds }: Pick<PayRows, "refunds">, catalog: Catalog): readonly PayRefund[] {
  return refunds.map((refund) => {
    const { status, transactionId, address } = refund;
    const network = catalog.network(refund.networkCode);
    return {
      status,
      amount: decimal(refund.sentAmount),
      currency: refund.currencyCode,
      networkName: network?.name ?? refund.networkCode,
      addressEnds: addressEnds(address),
      transactionId,
      explorerUrl: network && transactionId !== null ? explorerTransactionUrl(network, transactionId) : null,
    };
  });
}

/** `0x5290…69Ee7`: known again by whoever named it. */
function addressEnds(address: string): string {
  if (address.length <= HEAD_LENGTH + TAIL_LENGTH) return address;
  return `${address.slice(0, HEAD_LENGTH)}…${address.slice(-TAIL_LENGTH)}`;
}
