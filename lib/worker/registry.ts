import { sendResetLinkJob } from "@/lib/accounts/jobs";
import { settleUnmatched } from "@/lib/cases/settle-unmatched";
import { settleDepositsJob } from "@/lib/deposits/jobs";
import { NO_OWNER, setDepositOwners } from "@/lib/deposits/owners";
import { settleInvoice } from "@/lib/invoices/settle-invoice";
import type { Job } from "@/lib/jobs/define-job";
import { sendMailJob } from "@/lib/mail/jobs";
import { notifyPeopleJob } from "@/lib/notifications/notify-people";
import { cancelPayoutBatchJob, orderPayoutBatchJob } from "@/lib/payout-batches/jobs";
import { payoutSends } from "@/lib/payouts/payout-sends";
import { refreshRatesJob } from "@/lib/rates/jobs";
import { advanceRecurrenceJob } from "@/lib/recurrences/jobs";
import { orderRequestedRefundJob } from "@/lib/refund-requests/jobs";
import { refundSends } from "@/lib/refunds/refund-sends";
import { consolidationSends } from "@/lib/sends/consolidation-sends";
import { endDeadSendJob } from "@/lib/sends/jobs";
import { setSendOwner } from "@/lib/sends/send-owner";
import { sweepNowJob } from "@/lib/sweeps/jobs";
import { gasSends, sweepSends } from "@/lib/sweeps/sweep-sends";
import { sendPreparedTestJob, sendTestWebhookJob } from "@/lib/test-webhooks/jobs";
import { settleHotReceipts } from "@/lib/treasury/settle-hot-receipts";
import { withdrawalSends } from "@/lib/treasury/withdrawal-sends";
import { settleWallet } from "@/lib/wallets/settle-wallet";
import { deliverWebhookJob, requeueStrandedDeliveriesJob } from "@/lib/webhooks/jobs";

/** Jobs that stay with our database. */
export const INNER_JOBS: readonly Job[] = [
  settleDepositsJob,
  refreshRatesJob,
  requeueStrandedDeliveriesJob,
  orderRequestedRefundJob,
  sendResetLinkJob,
  orderPayoutBatchJob,
  cancelPayoutBatchJob,
  notifyPeopleJob,
  advanceRecurrenceJob,
] as unknown as readonly Job[];

/** Jobs that ask networks' nodes: one that does not answer must not keep payments from being settled. */
export const NODE_JOBS: readonly Job[] = [sweepNowJob, endDeadSendJob] as unknown as readonly Job[];

/** Jobs that wait for servers of others, at addresses that others choose: they get a runner of their own. */
export const OUTGOING_JOBS: readonly Job[] = [
  deliverWebhookJob,
  sendTestWebhookJob,
  sendPreparedTestJob,
  sendMailJob,
] as unknown as readonly Job[];

/** Tells the engine whose sends there are. */
export function connectSendOwners(): void {
  setSendOwner("payout", payoutSends);
  setSendOwner("refund", refundSends);
  setSendOwner("withdrawal", withdrawalSends);
  setSendOwner("sweep", sweepSends);
  setSendOwner("gas", gasSends);
  setSendOwner("consolidation", consolidationSends);
}

/** Tells the deposits whose commands to call: the one place that knows both sides. */
export function connectDepositOwners(): void {
  setDepositOwners({
    invoice: (id) => settleInvoice(id),
    wallet: (id) => settleWallet(id),
    hot: (id) => settleHotReceipts(id),
    [NO_OWNER]: settleUnmatched,
  });
}
