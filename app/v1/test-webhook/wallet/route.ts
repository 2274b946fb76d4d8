import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { testWalletWebhook } from "@/lib/fronts/machine-api/operations/test-webhooks";
import { queueTestWebhook } from "@/lib/fronts/test-webhooks/jobs";
import { makeWalletTest } from "@/lib/fronts/test-webhooks/make-test-webhook";

export const POST = endpoint(testWalletWebhook, async ({ merchant, body }) => {
  await queueTestWebhook(await makeWalletTest(merchant.id, body));
  return [];
});
