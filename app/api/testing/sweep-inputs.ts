import { randomUUID } from "node:crypto";
import type { SweepObjects } from "@/app/api/testing/sweep-world";
import type { AuditAction } from "@/lib/kernel/audit-log/actions";
import { billForm } from "@/lib/money-in/bills/testing/bill-rig";
import { BLANK_INVOICE } from "@/lib/money-in/invoices/new-invoice-schema";
import { BLANK_LINK } from "@/lib/money-in/payment-links/dashboard-schema";
import { BLANK_RECURRENCE } from "@/lib/money-in/recurrences/dashboard-schema";
import { EVM_ADDRESS } from "@/lib/money-out/payouts/testing/payout-rig";
import { CHAT_FORM, OPERATOR_CHAT_FORM } from "@/lib/people/notifications/testing/chat-rig";

/**
 * How to build a valid request for each operation that names an object or changes something. An
 * operation without an entry fails the sweep: whoever adds one declares here whose object its URL
 * names, its input, and what it leaves in the audit log.
 */
export type SweepEntry = {
  /** The object in the URL, owned by a merchant or a person. Omitted: it names none. */
  readonly object?: keyof SweepObjects;
  readonly body?: Readonly<Record<string, unknown>> | ((shop: SweepObjects) => Readonly<Record<string, unknown>>);
  readonly query?: Readonly<Record<string, string>>;
  /** Replaces the body. */
  readonly file?: string;
  /**
   * `audit`: succeeds with this input and leaves a row. `nothing`: only reads, or remembers a
   * choice. Or the action of its row, if success needs more than one request: its code is then
   * searched for that action.
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
  requestedRateSource: "",
  urlCallback: "",
};
const SETTLEMENT = {
  coin: "ETH",
  network: "eth",
  address: EVM_ADDRESS,
  memo: "",
  trigger: "threshold",
  threshold: "1",
  keep: "",
  time: "09:00",
  weekday: "1",
  timeZone: "UTC",
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
  "account.confirm.show": { leaves: "nothing", body: { proof: { kind: "password", password: "x" } } },
  "account.confirm.askForPasskey": { leaves: "nothing" },
  "POST /api/account/confirm-email": writes("email.change"),
  "account.changeEmail": writes("email.ask-change"),
  "account.sendProofAgain": writes("email.ask-proof"),
  "POST /api/account/forgot-password": writes("password.ask-reset"),
  "POST /api/account/reset-password": writes("password.reset"),
  "account.chooseMerchant": { leaves: "nothing", body: ({ merchantId }) => ({ merchantId }) },
  "account.passkeys.add": writes("passkey.add"),
  "account.passkeys.rename": { object: "passkeyId", leaves: "audit", body: { name: "Laptop" } },
  "account.passkeys.remove": { object: "passkeyId", leaves: "audit" },
  "account.passkeys.start": { leaves: "nothing" },
  "account.secondFactor.renewRecoveryCodes": writes("recovery-codes.renew"),
  "DELETE /api/account/sign-in": { leaves: "nothing" },
  "POST /api/account/sign-in/passkey": { leaves: "nothing", body: { isSecondStep: false } },
  "account.secondFactor.startTotp": { leaves: "nothing" },
  "account.secondFactor.confirmTotp": writes("second-factor.add"),
  "account.secondFactor.turnOffTotp": writes("second-factor.remove"),
  "account.sessions.revokeOthers": { leaves: "audit" },
  "account.sessions.revoke": { object: "sessionId", leaves: "audit" },
  "account.notifications.choose": {
    leaves: "audit",
    body: { kind: "invoice_paid", inApp: true, byMail: false },
  },
  "notifications.read": { leaves: "nothing", body: {} },
  "account.changePassword": writes("password.change"),
  "account.saveProfile": { leaves: "audit", body: { name: "Grace H." } },

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

  "chats.create": { leaves: "audit", body: CHAT_FORM },
  "chats.change": { object: "chatId", leaves: "audit", body: CHAT_FORM },
  "chats.enable": writes("chat.enable", { object: "chatId" }),
  "chats.disable": { object: "chatId", leaves: "audit" },
  "chats.remove": { object: "chatId", leaves: "audit" },
  "chats.test": writes("chat.test", { object: "chatId" }),

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
  "invitations.accept": writes("invitation.accept"),
  "POST /api/invitations/sign-up": writes("invitation.accept"),

  "operator.alarms.dismiss": writes("alarm.dismiss"),
  "operator.cases.detail": { leaves: "nothing" },
  "operator.cases.creditPreview": { leaves: "nothing" },
  "operator.cases.credit": writes("case.credit"),
  "operator.cases.askPayer": writes("aml.ask"),
  "operator.cases.refundPreview": { leaves: "nothing" },
  "operator.cases.refund": writes("case.refund"),
  "operator.chats.create": { leaves: "audit", body: OPERATOR_CHAT_FORM },
  "operator.chats.change": writes("chat.change", { body: OPERATOR_CHAT_FORM }),
  "operator.chats.enable": writes("chat.enable"),
  "operator.chats.disable": writes("chat.disable"),
  "operator.chats.remove": writes("chat.remove"),
  "operator.chats.test": writes("chat.test"),
  "operator.hotWallets.setColdAddress": writes("cold-address.set"),
  "operator.exchanges.set": writes("exchange-terms.set"),
  "operator.exchanges.reset": writes("exchange-terms.reset"),
  "operator.jobs.retry": writes("job.retry"),
  "operator.jobs.retryKind": writes("job.retry"),
  "operator.merchants.detail": { leaves: "nothing" },
  "operator.unsigned.list": { leaves: "nothing" },
  "operator.merchants.changeBlocks": writes("merchant.change-blocks"),
  "operator.merchants.changeCommission": writes("merchant.change-commission"),
  "operator.questionnaires.answers": writes("aml.read-answers"),
  "GET /api/operator/questionnaires/[id]/documents/[document]": writes("aml.read-document"),
  "operator.questionnaires.extend": writes("aml.extend"),
  "operator.reversals.approve": writes("deposit.approve-reversal"),
  "operator.users.setOperator": writes("user.change-operator"),
  "operator.users.setSuspended": writes("user.suspend"),
  "operator.networks.detail": { leaves: "nothing", query: { code: "bsc" } },
  "operator.networks.change": writes("network.change"),
  "operator.networks.changeService": writes("service.change"),
  "operator.tokens.list": { leaves: "nothing", query: { code: "eth" } },
  "operator.tokens.lookUp": writes("token.look-up"),
  "operator.tokens.add": writes("token.add"),
  "operator.tokens.remove": writes("token.remove"),
  "operator.unsigned.cancelBatchAsOperator": writes("payout-batch.cancel"),
  "operator.unsigned.cancelPayoutAsOperator": writes("payout.give-up"),
  "operator.screening.decide": writes("review.decide"),
  "POST /api/operator/screening": {
    leaves: "audit",
    query: { name: "drill", format: "csv" },
    file: "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C",
  },
  "operator.screening.setListActive": writes("screening-list.set-active"),
  "operator.sends.detail": { leaves: "nothing" },
  "operator.sends.end": writes("send.fail"),
  "operator.sends.failUnconfirmable": writes("send.end-dead-request"),
  "operator.stops.stop": writes("sends.stop"),
  "operator.stops.acceptNonce": writes("sends.accept-nonce"),
  "operator.stops.resume": writes("sends.resume"),
  "operator.sweeps.setPolicy": writes("sweep-policy.set"),
  "operator.sweeps.start": writes("sweep.now"),
  "operator.capital.moveTreasury": writes("treasury.fill"),
  "operator.withdrawals.create": writes("withdrawal.order"),
  "operator.withdrawals.cancel": writes("withdrawal.cancel"),
  "operator.webhooks.resend": writes("webhook.resend"),
  "operator.invitations.create": { leaves: "audit", body: { email: "shop@example.com" } },
  "operator.invitations.resend": writes("invitation.resend"),
  "operator.invitations.revoke": writes("invitation.revoke"),

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

  "bills.create": { leaves: "audit", body: () => ({ ...billForm() }) },
  "bills.detail": reads("billId"),
  "bills.change": writes("bill.change", { object: "billDraftId", body: { bill: billForm() } }),
  "bills.discard": writes("bill.discard", { object: "billDraftId" }),
  "bills.send": writes("bill.send", { object: "billDraftId" }),
  "bills.sendAgain": writes("bill.send-again", { object: "billId" }),
  "bills.cancel": writes("bill.cancel", { object: "billId" }),

  "paymentLinks.create": {
    leaves: "audit",
    // No other link may have its name.
    body: () => ({ ...BLANK_LINK, name: `tea-${randomUUID()}`, title: "Tea", amount: "5", currency: "USDT" }),
  },
  "paymentLinks.detail": reads("paymentLinkId"),
  "paymentLinks.change": {
    object: "paymentLinkId",
    leaves: "audit",
    body: { isActive: false, stock: "", useLimit: "", endsAt: "" },
  },

  "pointOfSale.sale": reads("saleId"),
  "pointOfSale.today": { leaves: "nothing", query: { zone: "Europe/Berlin" } },
  "pointOfSale.charge": {
    leaves: "audit",
    body: () => ({
      saleKey: randomUUID(),
      currency: "USDT",
      lines: [{ itemId: null, name: "Amount", price: "5", quantity: 1 }],
      tip: "0",
      total: "5",
    }),
  },
  "pointOfSale.mailReceipt": writes("point-of-sale.receipt", { object: "saleId", body: { email: "ada@example.com" } }),
  "pointOfSale.changeSettings": { leaves: "audit", body: { currency: "EUR", tips: "5, 10" } },
  "pointOfSale.createItem": { leaves: "audit", body: { name: "Tea", price: "2.50" } },
  "pointOfSale.changeItem": {
    object: "posItemId",
    leaves: "audit",
    body: { name: "Tea", price: "3", isArchived: false },
  },

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
  "settlements.save": { leaves: "audit", body: SETTLEMENT },
  "settlements.pause": { object: "settlementId", leaves: "audit" },
  "settlements.resume": { object: "settlementId", leaves: "audit" },
  "settlements.remove": { object: "settlementId", leaves: "audit" },
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
