import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { testPayoutWebhook } from "@/lib/fronts/machine-api/operations/test-webhooks";
import { queueTestWebhook } from "@/lib/fronts/test-webhooks/jobs";
import { makePayoutTest } from "@/lib/fronts/test-webhooks/make-test-webhook";

export const POST = endpoint(testPayoutWebhook, async ({ merchant, body }) => {
  await queueTestWebhook(await makePayoutTest(merchant.id, body));
  return [];
});
