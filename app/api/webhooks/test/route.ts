import { fresh } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listTests } from "@/lib/test-webhooks/console-queries";
import { prepareTestInput, testListQuery, testPageView, testView } from "@/lib/test-webhooks/console-schema";
import { prepareTest } from "@/lib/test-webhooks/prepare-test";

export const GET = sessionEndpoint({
  access: member("webhook.test"),
  input: testListQuery,
  output: testPageView,
  handle: ({ member: { merchantId }, input }) => listTests(merchantId, input.before),
});

/** The answer has a body that the merchant's key has signed: who has it can make the shop believe in a payment. */
export const POST = sessionEndpoint({
  access: fresh(member("webhook.test")),
  input: prepareTestInput,
  output: testView,
  handle: ({ member: { merchantId, session }, input, now }) =>
    prepareTest({ merchantId, actorId: session.user.id }, input, now),
});
