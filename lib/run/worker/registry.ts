import pLimit from "p-limit";
import { settleUnmatched } from "@/lib/exceptions/case-decisions/settle-unmatched";
import { refundSends } from "@/lib/exceptions/refund-outcomes/refund-sends";
import { createRequestedRefundJob } from "@/lib/exceptions/refund-requests/create-requested-refund";
import { sendPreparedTestJob, sendTestWebhookJob } from "@/lib/fronts/test-webhooks/jobs";
import { env } from "@/lib/kernel/env";
import type { Job } from "@/lib/kernel/jobs/define-job";
import { sendMailJob } from "@/lib/kernel/mail/jobs";
import { settleDepositsJob } from "@/lib/money-in/deposits/assign-address-repo";
import { NO_OWNER, setDepositOwners } from "@/lib/money-in/deposits/deposit";
import { createInvoiceSettler } from "@/lib/money-in/invoices/settle-together";
import { advanceRecurrenceJob } from "@/lib/money-in/recurrences/advance-recurrence";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { advanceTokenJob } from "@/lib/money-in/tokens/advance-token";
import { cancelPayoutBatchJob, submitPayoutBatchJob } from "@/lib/money-out/payout-batches/jobs";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import { sendResetLinkJob } from "@/lib/people/identity/send-reset-link";
import { notifyPeopleJob } from "@/lib/people/notifications/notify-people";
import { sendChatJob } from "@/lib/people/notifications/send-chat";
import { refreshRatesJob } from "@/lib/pricing/rates/refresh-rates";
import { failUnconfirmableSendJob } from "@/lib/sending/sends/jobs";
import { consolidationSends } from "@/lib/sending/sends/queue-send";
import { setSendOwner } from "@/lib/sending/sends/send-owner";
import { sweepNowJob } from "@/lib/sending/sweeps/sweep-now";
import { gasSends, sweepSends } from "@/lib/sending/sweeps/sweep-sends";
import { settleHotReceipts } from "@/lib/sending/treasury/settle-hot-receipts";
import { withdrawalSends } from "@/lib/sending/treasury/withdrawal-sends";

/** Jobs that settle payments. Many run at once, because they share their transactions. */
export const SETTLING_JOBS: readonly Job[] = [settleDepositsJob] as unknown as readonly Job[];

/** Other jobs that stay with our database. */
export const INNER_JOBS: readonly Job[] = [
  refreshRatesJob,
  createRequestedRefundJob,
  sendResetLinkJob,
  submitPayoutBatchJob,
  cancelPayoutBatchJob,
  notifyPeopleJob,
  advanceRecurrenceJob,
] as unknown as readonly Job[];

/**
 * Jobs that query networks' nodes: an unresponsive one must not keep payments from being settled.
 */
export const NODE_JOBS: readonly Job[] = [
  sweepNowJob,
  failUnconfirmableSendJob,
  advanceTokenJob,
] as unknown as readonly Job[];

/**
 * Jobs that wait for third-party servers, at URLs chosen by others: they get a runner of their own.
 */
export const OUTGOING_JOBS: readonly Job[] = [
  sendTestWebhookJob,
  sendPreparedTestJob,
  sendMailJob,
  sendChatJob,
] as unknown as readonly Job[];

/** Registers the owners of sends with the engine. */
export function connectSendOwners(): void {
  setSendOwner("payout", payoutSends);
  setSendOwner("refund", refundSends);
  setSendOwner("withdrawal", withdrawalSends);
  setSendOwner("sweep", sweepSends);
  setSendOwner("gas", gasSends);
  setSendOwner("consolidation", consolidationSends);
}

/** Registers the commands of deposit owners: the only module that knows both sides. */
export function connectDepositOwners(): void {
  // Many settling jobs run at once; those that need a transaction of their own do not.
  const limit = pLimit(env().WORKER_CONCURRENCY);
  setDepositOwners({
    invoice: createInvoiceSettler(limit),
    wallet: (id) => limit(() => settleWallet(id)),
    hot: (id) => limit(() => settleHotReceipts(id)),
    [NO_OWNER]: (id) => limit(() => settleUnmatched(id)),
  });
}
