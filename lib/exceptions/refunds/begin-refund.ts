import type { Refund, RefundTerms } from "@/lib/exceptions/refunds/refund";
import { insertRefund, updateRefund } from "@/lib/exceptions/refunds/repo";
import { canMoveRefund, isFinalRefund, type RefundStatus } from "@/lib/exceptions/refunds/status";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { admitOutflow } from "@/lib/people/guards/admit-outflow";
import { insertOutflowEvent } from "@/lib/people/guards/outflow-repo";
import { describeHit, screenAddress } from "@/lib/people/screening/screen-address";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { DEFAULT_PRIORITY } from "@/lib/sending/fees/fee-priority";
import { findQuoteEstimate } from "@/lib/sending/fees/fee-quotes-repo";
import { queueSend } from "@/lib/sending/sends/queue-send";

export type RefundOrder = {
  readonly terms: RefundTerms;
  readonly network: CatalogNetwork;
  /**
   * The merchant whose guards apply; null for the operator's own decisions, which are refused if a
   * screening list names the address.
   */
  readonly guardedMerchantId: string | null;
  /** Created through the machine API with the payment key. */
  readonly isByPaymentKey?: boolean;
  /** Reserves the funds. */
  readonly reserve: (tx: Tx, refund: Refund) => Promise<void>;
};

/**
 * Creates a refund, reserves its funds and queues its send, in the caller's transaction, which
 * holds the lock of the refunded payment, wallet or case. Leaves it in `check` if someone has to
 * approve it first.
 * @throws AppError the refusal of a guard or of `reserve`: the transaction must be rolled back
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
    requestedById: refund.createdById,
    isBackToPayer: () => isBackToPayer(tx, refund),
    isThirdParty: order.isByPaymentKey === true && !(await isBackToPayer(tx, refund)),
  });
  return reviews.length > 0;
}

/** There is no one above the operator who could approve it. */
async function refuseListed(tx: Tx, { network: { family } }: RefundOrder, { id, address }: Refund): Promise<void> {
  const answer = await screenAddress(tx, { subjectKind: "refund", subjectId: id, family, address });
  if (answer.isHit) throw new AppError("refused", `Refunds to this address are not allowed. ${describeHit(answer)}`);
}

/**
 * Returns whether an address has sent at least as much of the refunded money as is returned to it,
 * including this refund, which is already stored. Sending dust does not make anyone the payer of
 * the rest. Compared case-insensitively, since the forms of an EVM address differ in case and
 * nobody can create a different address that differs only in case. Any other form counts as a
 * different address.
 */
async function isBackToPayer(
  tx: Tx,
  { kind, invoiceId, walletId, address }: Pick<Refund, "kind" | "invoiceId" | "walletId" | "address">,
): Promise<boolean> {
  if (kind === "case") return false;
  const [row] = await tx.$queryRaw<[{ isEnough: boolean }]>`
    SELECT
      (SELECT coalesce(sum(p.amount), 0) FROM (
        SELECT c.deposit_id, c.amount FROM invoice_credits c WHERE c.invoice_id = ${invoiceId}::uuid AND c.reversed_at IS NULL
        UNION ALL
        SELECT h.deposit_id, h.amount FROM wallet_holds h WHERE h.wallet_id = ${walletId}::uuid AND h.reversed_at IS NULL
      ) p JOIN deposits d ON d.id = p.deposit_id WHERE lower(d.from_address) = lower(${address}))
      >=
      (SELECT coalesce(sum(r.amount), 0) FROM refunds r
        WHERE (r.invoice_id = ${invoiceId}::uuid OR r.wallet_id = ${walletId}::uuid) AND lower(r.address) = lower(${address}) AND r.status <> 'fail')
      AS "isEnough"`;
  return row.isEnough;
}

/**
 * Queues the send of a refund whose funds are reserved. The send waits while the network fee is
 * more than twice the estimate in its quote.
 */
export async function queueRefundSend(tx: Tx, refund: Refund): Promise<void> {
  await queueSend(tx, {
    purpose: "refund",
    purposeId: refund.id,
    networkCode: refund.networkCode,
    currencyCode: refund.currencyCode,
    amount: refund.sentAmount,
    fromAddress: null,
    toAddress: refund.address,
    memo: null,
    priority: DEFAULT_PRIORITY,
    feeExpected: refund.feeQuoteId === null ? null : await findQuoteEstimate(tx, refund.feeQuoteId),
  });
}

/**
 * The only function that changes a refund's status: updates the row and its timeline, in the
 * caller's transaction. The caller, who holds the locks, updates the books and the refunded
 * payment, wallet or case.
 * @throws Error for a transition that the table does not allow: a bug, never a response to a client
 */
export async function transitionRefund(
  tx: Tx,
  refund: Refund,
  to: RefundStatus,
  changes: Prisma.RefundUncheckedUpdateInput = {},
): Promise<Refund> {
  const { id, status: from } = refund;
  invariant(canMoveRefund(from, to), `refund ${id} cannot move from ${from} to ${to}`);
  const finalAt = isFinalRefund(to) ? new Date() : null;
  await updateRefund(tx, id, { ...changes, status: to, finalAt });
  await insertOutflowEvent(tx, { kind: "refund", subjectId: id }, "status", { from, to });
  return { ...refund, status: to, finalAt };
}
