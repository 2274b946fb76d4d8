import type { Tx } from "@/lib/db";
import { findQuoteEstimate } from "@/lib/payouts/fee-quotes-repo";
import type { Payout } from "@/lib/payouts/payout";
import { queueSend } from "@/lib/sends/queue-send";

/**
 * Orders the send of a payout whose money is reserved. What its fee was counted on for the network goes with it: where the network asks
 * more than twice of that, the send waits.
 */
export async function queuePayoutSend(tx: Tx, payout: Payout): Promise<void> {
  await queueSend(tx, {
    purpose: "payout",
    purposeId: payout.id,
    networkCode: payout.networkCode,
    currencyCode: payout.payerCode,
    amount: payout.sentAmount,
    fromAddress: null,
    toAddress: payout.address,
    memo: payout.memo,
    priority: payout.priority,
    feeExpected: payout.feeQuoteId === null ? null : await findQuoteEstimate(tx, payout.feeQuoteId),
  });
}
