import type { Member } from "@/lib/fronts/dashboard/current-session";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { byId, operation, router } from "@/lib/fronts/dashboard/procedure";
import { findTest, listTests } from "@/lib/fronts/test-webhooks/console-queries";
import { prepareTestInput, testListQuery, testPageView, testView } from "@/lib/fronts/test-webhooks/console-schema";
import { prepareTest } from "@/lib/fronts/test-webhooks/prepare-test";
import { sendPreparedTest } from "@/lib/fronts/test-webhooks/send-prepared-test";
import { AppError } from "@/lib/kernel/errors";

const actorOf = ({ merchantId, session }: Member) => ({ merchantId, actorId: session.user.id });

export const webhookTests = router({
  list: operation(member("webhook.test"))
    .input(testListQuery)
    .output(testPageView)
    .query(({ ctx: { member }, input }) => listTests(member.merchantId, input.cursor)),

  detail: operation(member("webhook.test"))
    .input(byId)
    .output(testView)
    .query(async ({ ctx: { member }, input }) => {
      const test = await findTest(member.merchantId, input.id);
      if (test === null) throw new AppError("not_found", "There is no such test.");
      return test;
    }),

  /** The answer has a body that the merchant's key has signed: who has it can make the shop believe in a payment. */
  prepare: operation(fresh(member("webhook.test")))
    .input(prepareTestInput)
    .output(testView)
    .mutation(({ ctx: { member, now }, input }) => prepareTest(actorOf(member), input, now)),

  send: operation(fresh(member("webhook.test")))
    .input(byId)
    .output(testView)
    .mutation(({ ctx: { member, now }, input }) => sendPreparedTest(actorOf(member), input.id, now)),
});
