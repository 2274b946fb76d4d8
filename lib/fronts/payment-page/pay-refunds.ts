import type { PayRows } from "@/lib/fronts/payment-page/pay-repo";
import type { PayRefund } from "@/lib/fronts/payment-page/pay-view";
import { decimal } from "@/lib/kernel/money/decimal";
import { explorerTransactionUrl } from "@/lib/pricing/catalog/availability";
import type { Catalog } from "@/lib/pricing/catalog/queries";

const HEAD_LENGTH = 8;
const TAIL_LENGTH = 6;

/**
 * Returns the completed and pending refunds of a payment and its cases, as its page may show them.
 */
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

/** Shortens an address to `0x5290…69Ee7`, which its owner recognises. */
function addressEnds(address: string): string {
  if (address.length <= HEAD_LENGTH + TAIL_LENGTH) return address;
  return `${address.slice(0, HEAD_LENGTH)}…${address.slice(-TAIL_LENGTH)}`;
}
