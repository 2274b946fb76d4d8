import { endpoint } from "@/lib/api/endpoint";
import { testPaymentWebhook } from "@/lib/api/operations/test-webhooks";
import { queueTestWebhook } from "@/lib/test-webhooks/jobs";
import { makePaymentTest } from "@/lib/test-webhooks/make-test-webhook";

export const POST = endpoint(testPaymentWebhook, async ({ merchant, body }) => {
  await queueTestWebhook(await makePaymentTest(merchant.id, body));
  return [];
});
