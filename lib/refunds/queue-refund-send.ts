import type { Tx } from "@/lib/db";
import { DEFAULT_PRIORITY } from "@/lib/payouts/fee-priority";
import { findQuoteEstimate } from "@/lib/payouts/fee-quotes-repo";
import type { Refund } from "@/lib/refunds/refund";
import { queueSend } from "@/lib/sends/queue-send";

/** Orders the send of a refund whose money is reserved; where the network asks more than twice of what its fee counted on, it waits. */
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
