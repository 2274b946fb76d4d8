import type { SweepObjects } from "@/app/api/testing/sweep-world";
import type { AuditAction } from "@/lib/kernel/audit-log/actions";
import { BLANK_INVOICE } from "@/lib/money-in/invoices/new-invoice-schema";
import { BLANK_RECURRENCE } from "@/lib/money-in/recurrences/new-recurrence-schema";
import { EVM_ADDRESS } from "@/lib/money-out/payouts/testing/payout-rig";

/**
 * How to make a good request of each operation that names an object or changes something. An operation that is not here fails the sweep:
 * whoever adds one says here whose object its address names, what it takes, and what it leaves in the audit log.
 */
export type SweepEntry = {
  /** The object in the address, as a merchant or a person has one. Left out: it names none of those. */
  readonly object?: keyof SweepObjects;
  readonly body?: Readonly<Record<string, unknown>> | ((shop: SweepObjects) => Readonly<Record<string, unknown>>);
  readonly query?: Readonly<Record<string, string>>;
  /** In place of a body. */
  readonly file?: string;
  /**
   * `audit`: done with this input it succeeds and leaves a row. `nothing`: it only reads, or remembers a choice. Or the action of the row
   * that it leaves, where success needs more than a request: its code is looked at for that.
   */
  readonly leaves: "audit" | "nothing" | { readonly writes: AuditAction };
};

const reads = (object: keyof SweepObjects): SweepEntry => ({ object, leaves: "nothing" });
const writes = (action: AuditAction, rest: Omit<SweepEntry, "leaves"> = {}): SweepEntry => ({
  ...rest,
  leaves: { writes: action },
});

const ofCoin: SweepEntry = { leaves: "nothing", query: { coin: "USDT", format: "csv" } };

const REFUND = { address: EVM_ADDRESS, amount: "", isFeeOnTop: false };
const PAYOUT = {
  amount: "3",
  currency: "USDT",
  network: "bsc",
  address: EVM_ADDRESS,
  isFeeOnTop: false,
  coin: "",
  fromCurrency: "",
  memo: "",
  priority: "",
  courseSource: "",
  urlCallback: "",
};
const INVOICE_PREVIEW = { ...BLANK_INVOICE, amount: "5", currency: "USDT", language: "en" };
const WEBHOOK_TEST = {
  kind: "payment",
  status: "paid",
  url: "https://shop.example/hook",
  currency: "USDT",
  network: "bsc",
};

export const SWEEP_ENTRIES: Readonly<Record<string, SweepEntry>> = {
  "POST /api/account/confirm": { leaves: "nothing", body: { proof: { kind: "password", password: "x" } } },
  "POST /api/account/confirm/passkey": { leaves: "nothing" },
  "POST /api/account/confirm-email": writes("email.change"),
  "POST /api/account/email": writes("email.ask-change"),
  "POST /api/account/email/proof": writes("email.ask-proof"),
  "POST /api/account/forgot-password": writes("password.ask-reset"),
  "POST /api/account/reset-password": writes("password.reset"),
  "POST /api/account/merchant": { leaves: "nothing", body: ({ merchantId }) => ({ merchantId }) },
  "POST /api/account/passkeys": writes("passkey.add"),
  "POST /api/account/passkeys/[id]": { object: "passkeyId", leaves: "audit", body: { name: "Laptop" } },
  "DELETE /api/account/passkeys/[id]": { object: "passkeyId", leaves: "audit" },
  "POST /api/account/passkeys/options": { leaves: "nothing" },
  "POST /api/account/recovery-codes": writes("recovery-codes.renew"),
  "DELETE /api/account/sign-in": { leaves: "nothing" },
  "POST /api/account/sign-in/passkey": { leaves: "nothing", body: { isSecondStep: false } },
  "POST /api/account/totp": { leaves: "nothing" },
  "POST /api/account/totp/confirm": writes("second-factor.add"),
  "POST /api/account/totp/off": writes("second-factor.remove"),
  "DELETE /api/account/sessions": { leaves: "audit" },
  "DELETE /api/account/sessions/[id]": { object: "sessionId", leaves: "audit" },
  "POST /api/account/notifications": {
    leaves: "audit",
    body: { kind: "invoice_paid", inApp: true, byMail: false },
  },
  "notifications.read": { leaves: "nothing", body: {} },
  "POST /api/account/password": writes("password.change"),
  "POST /api/account/profile": { leaves: "audit", body: { name: "Grace H." } },

  "GET /api/analytics/download": { leaves: "nothing", query: { table: "volume" } },

  "balances.businessStatement": ofCoin,
  "GET /api/balances/statement/export": ofCoin,
  "balances.personalStatement": ofCoin,
  "GET /api/balances/personal/statement/export": ofCoin,

  "cases.previewCredit": reads("caseId"),
  "cases.credit": { object: "caseId", leaves: "audit" },
  "refunds.case.list": reads("caseId"),
  "refunds.case.order": writes("case.refund", {
    object: "caseId",
    body: { address: EVM_ADDRESS },
  }),
  "refunds.case.preview": { ...reads("caseId"), body: { address: EVM_ADDRESS } },

  "invoices.create": {
    leaves: "audit",
    body: { ...BLANK_INVOICE, amount: "5", currency: "USDT" },
  },
  "POST /api/invoices/preview": { leaves: "nothing", body: INVOICE_PREVIEW },
  "invoices.detail": reads("invoiceId"),
  "invoices.markAsPaid": writes("invoice.mark-as-paid", {
    object: "invoiceId",
    body: { reason: "Paid at the counter" },
  }),
  "invoices.cancel": { object: "invoiceId", leaves: "audit" },

  "keys.rotatePayment": { leaves: "audit", body: { overlapSeconds: 0 } },
  "keys.rotatePayout": { leaves: "audit", body: { overlapSeconds: 0 } },

  "merchant.setAutoConvert": { leaves: "audit", body: { currency: "ETH", isOn: true } },
  "merchant.setCoins": { leaves: "audit", body: { coins: [{ currency: "USDT", network: "bsc" }] } },
  "merchant.setCoinTerms": {
    leaves: "audit",
    body: { currency: "USDT", network: "bsc", min: "5", max: "", discount: "" },
  },
  "merchant.changeBrand": { leaves: "audit", body: { accent: "#aa2233" } },
  "POST /api/merchant/brand/logo": writes("brand.change-logo"),
  "merchant.removeLogo": writes("brand.remove-logo"),
  "merchant.setLimits": { leaves: "audit", body: { refundsNeedPayoutKey: true } },
  "members.leave": writes("member.leave"),
  "members.changeRole": { object: "memberId", leaves: "audit", body: { role: "developer" } },
  "members.remove": { object: "memberId", leaves: "audit" },
  "members.requireSecondFactor": writes("member.require-second-factor"),
  "merchant.changeSettings": { leaves: "audit", body: { supportContact: "help@shop.example" } },

  "members.invitations": { leaves: "nothing" },
  "members.invite": { leaves: "audit", body: { email: "new@example.com", role: "viewer" } },
  "members.resendInvitation": { object: "invitationId", leaves: "audit" },
  "members.revokeInvitation": { object: "invitationId", leaves: "audit" },
  "POST /api/invitations/accept": writes("invitation.accept"),
  "POST /api/invitations/sign-up": writes("invitation.accept"),

  "POST /api/operator/alarms/[id]/dismiss": writes("alarm.dismiss"),
  "GET /api/operator/cases/[id]": { leaves: "nothing" },
  "GET /api/operator/cases/[id]/credit": { leaves: "nothing" },
  "POST /api/operator/cases/[id]/credit": writes("case.credit"),
  "POST /api/operator/cases/[id]/questionnaire": writes("aml.ask"),
  "GET /api/operator/cases/[id]/refund": { leaves: "nothing" },
  "POST /api/operator/cases/[id]/refund": writes("case.refund"),
  "operator.hotWallets.setColdAddress": writes("cold-address.set"),
  "POST /api/operator/exchanges": writes("exchange-terms.set"),
  "POST /api/operator/exchanges/reset": writes("exchange-terms.reset"),
  "POST /api/operator/jobs/[id]/retry": writes("job.retry"),
  "POST /api/operator/jobs/retry": writes("job.retry"),
  "GET /api/operator/merchants/[id]": { leaves: "nothing" },
  "GET /api/operator/merchants/[id]/unsigned": { leaves: "nothing" },
  "POST /api/operator/merchants/[id]/blocks": writes("merchant.change-blocks"),
  "POST /api/operator/merchants/[id]/commission": writes("merchant.change-commission"),
  "POST /api/operator/questionnaires/[id]/answers": writes("aml.read-answers"),
  "GET /api/operator/questionnaires/[id]/documents/[document]": writes("aml.read-document"),
  "POST /api/operator/questionnaires/[id]/extend": writes("aml.extend"),
  "POST /api/operator/reversals/[id]/approve": writes("deposit.approve-reversal"),
  "POST /api/operator/users/[id]/operator": writes("user.change-operator"),
  "POST /api/operator/users/[id]/suspension": writes("user.suspend"),
  "GET /api/operator/networks/[code]": { leaves: "nothing" },
  "POST /api/operator/networks/[code]": writes("network.change"),
  "POST /api/operator/networks/[code]/services/[currency]": writes("service.change"),
  "POST /api/operator/payout-batches/[id]/give-up": writes("payout-batch.cancel"),
  "POST /api/operator/payouts/[id]/give-up": writes("payout.give-up"),
  "POST /api/operator/reviews/[id]/decide": writes("review.decide"),
  "POST /api/operator/screening": {
    leaves: "audit",
    query: { name: "drill", format: "csv" },
    file: "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C",
  },
  "POST /api/operator/screening/[id]": writes("screening-list.set-active"),
  "GET /api/operator/sends/[id]": { leaves: "nothing" },
  "POST /api/operator/sends/[id]/end": writes("send.fail"),
  "POST /api/operator/sends/[id]/end-dead": writes("send.end-dead-request"),
  "POST /api/operator/stops": writes("sends.stop"),
  "POST /api/operator/stops/accept-nonce": writes("sends.accept-nonce"),
  "POST /api/operator/stops/resume": writes("sends.resume"),
  "operator.sweeps.setPolicy": writes("sweep-policy.set"),
  "operator.sweeps.start": writes("sweep.now"),
  "operator.capital.moveTreasury": writes("treasury.fill"),
  "operator.withdrawals.create": writes("withdrawal.order"),
  "operator.withdrawals.cancel": writes("withdrawal.cancel"),
  "POST /api/operator/webhooks/[id]/resend": writes("webhook.resend"),
  "POST /api/operator/invitations": { leaves: "audit", body: { email: "shop@example.com" } },
  "POST /api/operator/invitations/[id]/resend": writes("invitation.resend"),
  "DELETE /api/operator/invitations/[id]": writes("invitation.revoke"),

  "POST /api/payout-batches": writes("payout-batch.upload"),
  "payoutBatches.detail": reads("batchId"),
  "payoutBatches.check": reads("batchId"),
  "GET /api/payout-batches/[id]/export": reads("batchId"),
  "payoutBatches.rows": reads("batchId"),
  "payoutBatches.approve": writes("review.decide", { object: "batchId" }),
  "payoutBatches.cancel": writes("payout-batch.cancel", { object: "batchId" }),
  "payoutBatches.confirm": writes("payout-batch.order", {
    object: "batchId",
    body: { isRepeatMeant: false },
  }),

  "payouts.create": { leaves: "audit", body: { ...PAYOUT, orderId: "sweep-1" } },
  "payouts.detail": reads("payoutId"),
  "payouts.cancel": writes("payout.cancel", { object: "payoutId" }),
  "payouts.preview": { leaves: "nothing", body: PAYOUT },

  "refundRequests.decide": {
    object: "requestId",
    leaves: "audit",
    body: { decision: "refuse", note: "" },
  },
  "refundRequests.preview": reads("requestId"),
  "refundRequests.ofInvoice": reads("paidId"),
  "recurrences.create": {
    leaves: "audit",
    body: { ...BLANK_RECURRENCE, amount: "5", currency: "USDT", name: "Tea club" },
  },
  "recurrences.detail": reads("recurrenceId"),
  "recurrences.cancel": { object: "recurrenceId", leaves: "audit" },

  "refunds.invoice.list": reads("paidId"),
  "refunds.invoice.order": { object: "paidId", leaves: "audit", body: REFUND },
  "refunds.invoice.preview": { ...reads("paidId"), body: REFUND },
  "refunds.wallet.list": reads("walletId"),
  "refunds.wallet.order": writes("wallet.refund", {
    object: "walletId",
    body: { address: EVM_ADDRESS },
  }),
  "refunds.wallet.preview": { ...reads("walletId"), body: { address: EVM_ADDRESS } },
  "reviews.decide": writes("review.decide", {
    object: "reviewId",
    body: { decision: "refused" },
  }),
  "POST /api/setup": writes("setup.complete"),
  "transfers.create": writes("transfer.to-personal"),

  "wallets.create": { leaves: "audit", body: { coin: "USDT", network: "bsc", orderId: "sweep-w", urlCallback: "" } },
  "wallets.detail": reads("walletId"),
  "wallets.block": { object: "walletId", leaves: "audit", body: { isForceRefund: false } },

  "webhooks.detail": reads("deliveryId"),
  "webhooks.resend": writes("webhook.resend", { object: "deliveryId" }),
  "webhookTests.prepare": { leaves: "nothing", body: { ...WEBHOOK_TEST, objectId: null } },
  "webhookTests.detail": reads("testId"),
  "webhookTests.send": { object: "testId", leaves: "audit" },
};
