import { settleUnmatched } from "@/lib/cases/settle-unmatched";
import { settleDepositsJob } from "@/lib/deposits/jobs";
import { NO_OWNER, setDepositOwners } from "@/lib/deposits/owners";
import { settleInvoice } from "@/lib/invoices/settle-invoice";
import type { Job } from "@/lib/jobs/define-job";
import { sendMailJob } from "@/lib/mail/jobs";
import { refreshRatesJob } from "@/lib/rates/jobs";
import { sendTestWebhookJob } from "@/lib/test-webhooks/jobs";
import { settleWallet } from "@/lib/wallets/settle-wallet";
import { deliverWebhookJob, requeueStrandedDeliveriesJob } from "@/lib/webhooks/jobs";

/** Every job there is: what the workers can run. */
export const JOBS: readonly Job[] = [
  settleDepositsJob,
  refreshRatesJob,
  deliverWebhookJob,
  requeueStrandedDeliveriesJob,
  sendMailJob,
  sendTestWebhookJob,
] as unknown as readonly Job[];

/** Tells the deposits whose commands to call: the one place that knows both sides. */
export function connectDepositOwners(): void {
  setDepositOwners({
    invoice: (id) => settleInvoice(id),
    wallet: (id) => settleWallet(id),
    [NO_OWNER]: settleUnmatched,
  });
}
