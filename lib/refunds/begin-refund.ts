import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import type { Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { admitOutflow } from "@/lib/guards/admit-outflow";
import { insertOutflowEvent } from "@/lib/guards/outflow-repo";
import { isBackToPayer } from "@/lib/refunds/paid-from-repo";
import { queueRefundSend } from "@/lib/refunds/queue-refund-send";
import type { Refund, RefundTerms } from "@/lib/refunds/refund";
import { insertRefund } from "@/lib/refunds/repo";
import { transitionRefund } from "@/lib/refunds/transition-refund";
import { screenAddress } from "@/lib/screening/screen-address";
import { describeHit } from "@/lib/screening/verdict";

export type RefundOrder = {
  readonly terms: RefundTerms;
  readonly network: CatalogNetwork;
  /** Whose guards it has to pass; null for the operator's own decisions, which are refused where a list names the address. */
  readonly guardedMerchantId: string | null;
  /** The machine API ordered it with the payment key. */
  readonly isByPaymentKey?: boolean;
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
  if (merchantId === null) {
    await refuseListed(tx, order, refund);
    return false;
  }
  const reviews = await admitOutflow(tx, {
    kind: "refund",
    subjectId: refund.id,
    merchantId,
    amount: refund.debitedAmount,
    currency: refund.fromCode,
    destination: { network: order.network, address: refund.address },
    orderedById: refund.createdById,
    isBackToPayer: () => isBackToPayer(tx, refund),
    isElsewhere: order.isByPaymentKey === true && !(await isBackToPayer(tx, refund)),
  });
  return reviews.length > 0;
}

/** Nobody is above the operator who could agree to it. */
async function refuseListed(tx: Tx, { network: { family } }: RefundOrder, { id, address }: Refund): Promise<void> {
  const answer = await screenAddress(tx, { subjectKind: "refund", subjectId: id, family, address });
  if (answer.isHit) throw new AppError("refused", `Nothing is sent to this address. ${describeHit(answer)}`);
}
