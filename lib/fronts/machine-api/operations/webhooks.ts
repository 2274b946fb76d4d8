import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { EXAMPLE_INVOICE } from "@/lib/fronts/machine-api/operations/example-invoice";
import { resendByAnyInput, resendInput, resendView } from "@/lib/money-in/invoices/resend-schema";

const RESEND_REFUSALS = ["Payment not found", "Notification not found", "Too much resend"] as const;
const RESEND_RULES =
  "Only for payments in `wrong_amount`, `paid` or `paid_over` that have a callback address, at most ten times each; the same bytes are sent, and only if the key that signed them has ended meanwhile is `sign` made anew.";

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
