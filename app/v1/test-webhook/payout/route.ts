import { endpoint } from "@/lib/api/endpoint";
import { testPayoutWebhook } from "@/lib/api/operations/test-webhooks";
import { queueTestWebhook } from "@/lib/test-webhooks/jobs";
import { makePayoutTest } from "@/lib/test-webhooks/make-test-webhook";

export const POST = endpoint(testPayoutWebhook, async ({ merchant, body }) => {
  await queueTestWebhook(await makePayoutTest(merchant.id, body));
  return [];
});
