import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { testPaymentWebhook } from "@/lib/fronts/machine-api/operations/test-webhooks";
import { queueTestWebhook } from "@/lib/fronts/test-webhooks/jobs";
import { makePaymentTest } from "@/lib/fronts/test-webhooks/make-test-webhook";

export const POST = endpoint(testPaymentWebhook, async ({ merchant, body }) => {
  await queueTestWebhook(await makePaymentTest(merchant.id, body));
  return [];
});
