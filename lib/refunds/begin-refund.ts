import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import type { Tx } from "@/lib/db";
import { admitOutflow } from "@/lib/guards/admit-outflow";
import { insertOutflowEvent } from "@/lib/guards/outflow-repo";
import { queueRefundSend } from "@/lib/refunds/queue-refund-send";
import type { Refund, RefundTerms } from "@/lib/refunds/refund";
import { insertRefund } from "@/lib/refunds/repo";
import { transitionRefund } from "@/lib/refunds/transition-refund";

export type RefundOrder = {
  readonly terms: RefundTerms;
  readonly network: CatalogNetwork;
  /** Whose guards it has to pass; null for the operator's own decisions. */
  readonly guardedMerchantId: string | null;
  /** Takes the money. */
  readonly reserve: (tx: Tx, refund: Refund) => Promise<void>;
};

/**
 * Writes a refund down, takes its money and orders its send, in the caller's transaction, which holds the lock of what is refunded; or
 * leaves it in `check` where somebody has to agree first.
 * @throws AppError what a guard or `reserve` refuses with: the transaction is to be rolled back
 */
export async function beginRefund(tx: Tx, order: RefundOrder): Promise<Refund> {
  const { terms } = order;
  const refund = await insertRefund(tx, terms);
  await insertOutflowEvent(tx, { kind: "refund", subjectId: refund.id }, "created", {
    amount: terms.amount.toFixed(),
    sent: terms.sentAmount.toFixed(),
    commission: terms.commission.toFixed(),
    currency: terms.currencyCode,
    network: terms.networkCode,
    address: terms.address,
  });
  const isWaiting = await asksSomebody(tx, order, refund);
  await order.reserve(tx, refund);
  if (isWaiting) return await transitionRefund(tx, refund, "check");
  await queueRefundSend(tx, refund);
  return refund;
}

async function asksSomebody(tx: Tx, order: RefundOrder, refund: Refund): Promise<boolean> {
  const merchantId = order.guardedMerchantId;
  if (merchantId === null) return false;
  const reviews = await admitOutflow(tx, {
    kind: "refund",
    subjectId: refund.id,
    merchantId,
    amount: refund.debitedAmount,
    currency: refund.fromCode,
    destination: { network: order.network, address: refund.address },
    orderedById: refund.createdById,
  });
  return reviews.length > 0;
}
