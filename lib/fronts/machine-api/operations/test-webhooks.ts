import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { EXAMPLE_INVOICE } from "@/lib/fronts/machine-api/operations/invoices";
import { testPaymentInput, testPayoutInput, testWalletInput, testWebhookView } from "@/lib/fronts/test-webhooks/schema";
import { resendByAnyInput, resendInput, resendView } from "@/lib/money-in/invoices/resend-schema";

const RESEND_REFUSALS = ["Payment not found", "Notification not found", "Too much resend"] as const;
const RESEND_RULES =
  "Only for payments in `wrong_amount`, `paid` or `paid_over` with a callback URL, at most ten times each. The same bytes are sent; `sign` is renewed only if the key that created it is no longer valid.";

/** `POST /v1/payment/resend` */
export const resendWebhook = defineOperation({
  method: "POST",
  path: "/v1/payment/resend",
  group: "Webhooks",
  title: "Resend a webhook",
  description: `Resends the last webhook of an invoice or top-up. If both uuid and order ID are given, the order ID takes precedence; the order ID of a static wallet means its latest top-up. ${RESEND_RULES}`,
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
  title: "Resend a webhook by uuid, order ID or transaction",
  description: `Same as \`/v1/payment/resend\`, but also accepts the transaction of the payment. If several are given, the order ID takes precedence, then the uuid. ${RESEND_RULES}`,
  keys: ["payment"],
  input: resendByAnyInput,
  output: resendView,
  refusals: RESEND_REFUSALS,
  example: { request: { uuid: EXAMPLE_INVOICE.uuid }, result: [] },
});

const HOW =
  "It is sent to `url_callback` once, in the background, formatted and signed like a real one. Nothing is stored, and the response does not wait for the receiver. `currency` and `network` fill in missing data.";

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
  title: "Send a payment test webhook",
  description: `Sends a webhook about one of your invoices, by uuid or order ID (the uuid takes precedence), with the given status; without either, about a sample invoice. ${HOW}`,
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
  title: "Send a payout test webhook",
  description: `Sends a webhook about one of your payouts, by uuid or order ID (the uuid takes precedence), with the given status; without either, about a sample payout. Either key can sign the request; the webhook is signed with the same key as your real payout webhooks. ${HOW}`,
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
  title: "Send a static wallet test webhook",
  description: `Sends a top-up webhook of one of your static wallets, by uuid or order ID (the uuid takes precedence): about its latest top-up, or a sample one if it has none. ${HOW}`,
  keys: ["payment"],
  input: testWalletInput,
  output: testWebhookView,
  refusals: ["Payment service not found", "Not found wallet"],
  example: { request: { ...EXAMPLE, uuid: EXAMPLE_INVOICE.uuid }, result: [] },
});
