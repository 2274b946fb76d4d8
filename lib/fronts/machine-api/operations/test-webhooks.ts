import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { EXAMPLE_INVOICE } from "@/lib/fronts/machine-api/operations/invoices";
import { testPaymentInput, testPayoutInput, testWalletInput, testWebhookView } from "@/lib/fronts/test-webhooks/schema";
import { resendByAnyInput, resendInput, resendView } from "@/lib/money-in/invoices/resend-schema";

const RESEND_REFUSALS = ["Payment not found", "Notification not found", "Too much resend"] as const;
const RESEND_RULES =
  "Only for payments in `wrong_amount`, `paid` or `paid_over` that have a callback address, at most ten times each; the same bytes are sent, and only if the key that signed them has ended meanwhile is `sign` made again.";

/** `POST /v1/payment/resend` */
export const resendWebhook = defineOperation({
  method: "POST",
  path: "/v1/payment/resend",
  group: "Webhooks",
  title: "Resend a webhook",
  description: `Sends the last webhook of an invoice or a top-up again. With both ids, the order id decides; that of a static wallet means its newest top-up. ${RESEND_RULES}`,
  keys: ["payment"],
  input: resendInput,
  output: resendView,
  refusals: RESEND_REFUSALS,
  example: { request: { order_id: "order-1" }, result: [] },
});

/** `POST /v2/payment/resend` */
export const resendWebhookByAny = defineOperation({
  method: "POST",
  path: "/v2/payment/resend",
  group: "Webhooks",
  title: "Resend a webhook, by transaction too",
  description: `The same, and the payment may be named by the transaction that paid it. Of several ids the order id decides, then the uuid. ${RESEND_RULES}`,
  keys: ["payment"],
  input: resendByAnyInput,
  output: resendView,
  refusals: RESEND_REFUSALS,
  example: { request: { uuid: EXAMPLE_INVOICE.uuid }, result: [] },
});

const HOW =
  "It is sent to `url_callback` once, in the background, written and signed like a real one; nothing is saved, and the answer does not wait for the receiver. Coin and network fill in what the object does not say.";

const EXAMPLE = {
  url_callback: "https://shop.example/webhook",
  currency: "USDT",
  network: "tron",
  status: "paid",
};

/** `POST /v1/test-webhook/payment` */
export const testPaymentWebhook = defineOperation({
  method: "POST",
  path: "/v1/test-webhook/payment",
  group: "Webhooks",
  title: "Send a test webhook of a payment",
  description: `About one of your invoices, by uuid or order id (the uuid decides), with the status that you ask for; without either, about an invoice that is made up. ${HOW}`,
  keys: ["payment"],
  input: testPaymentInput,
  output: testWebhookView,
  refusals: ["Payment service not found", "Not found payment"],
  example: { request: EXAMPLE, result: [] },
});

/** `POST /v1/test-webhook/payout` */
export const testPayoutWebhook = defineOperation({
  method: "POST",
  path: "/v1/test-webhook/payout",
  group: "Webhooks",
  title: "Send a test webhook of a payout",
  description: `About one of your payouts, by uuid or order id (the uuid decides), with the status that you ask for; without either, about a payout that is made up. Either key may sign the request; the webhook is signed with the key of your real payout webhooks. ${HOW}`,
  keys: ["payment", "payout"],
  input: testPayoutInput,
  output: testWebhookView,
  refusals: ["Payout service not found", "Not found payout"],
  example: { request: EXAMPLE, result: [] },
});

/** `POST /v1/test-webhook/wallet` */
export const testWalletWebhook = defineOperation({
  method: "POST",
  path: "/v1/test-webhook/wallet",
  group: "Webhooks",
  title: "Send a test webhook of a static wallet",
  description: `As a top-up of one of your static wallets would send it: of its newest top-up, or of one that is made up while it has none. The wallet is named by uuid or order id (the uuid decides). ${HOW}`,
  keys: ["payment"],
  input: testWalletInput,
  output: testWebhookView,
  refusals: ["Payment service not found", "Not found wallet"],
  example: { request: { ...EXAMPLE, uuid: EXAMPLE_INVOICE.uuid }, result: [] },
});
