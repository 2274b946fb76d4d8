import { endpoint } from "@/lib/api/endpoint";
import { resendWebhookByAny } from "@/lib/api/operations/webhooks";
import { resendPayment } from "@/lib/invoices/resend-payment";

export const POST = endpoint(resendWebhookByAny, ({ merchant, body }) => resendPayment(merchant.id, body));
