import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { resendWebhook } from "@/lib/fronts/machine-api/operations/test-webhooks";
import { resendPayment } from "@/lib/money-in/invoices/queue-payment-webhook";

export const POST = endpoint(resendWebhook, ({ merchant, body }) => resendPayment(merchant.id, body));
