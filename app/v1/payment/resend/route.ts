import { endpoint } from "@/lib/api/endpoint";
import { resendWebhook } from "@/lib/api/operations/webhooks";
import { resendPayment } from "@/lib/invoices/resend-payment";

export const POST = endpoint(resendWebhook, ({ merchant, body }) => resendPayment(merchant.id, body));
