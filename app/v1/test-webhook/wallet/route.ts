import { endpoint } from "@/lib/api/endpoint";
import { testWalletWebhook } from "@/lib/api/operations/test-webhooks";
import { queueTestWebhook } from "@/lib/test-webhooks/jobs";
import { makeWalletTest } from "@/lib/test-webhooks/make-test-webhook";

export const POST = endpoint(testWalletWebhook, async ({ merchant, body }) => {
  await queueTestWebhook(await makeWalletTest(merchant.id, body));
  return [];
});
