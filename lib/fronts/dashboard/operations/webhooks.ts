import { z } from "zod";
import {
  countDeliveries,
  findDelivery,
  listDeliveries,
  listFailingEndpoints,
  withoutSignatures,
} from "@/lib/delivery/webhooks/queries";
import { resendByMember } from "@/lib/delivery/webhooks/resend";
import {
  deliveryDetailView,
  deliveryFilter,
  deliveryListQuery,
  deliveryPageView,
  failingEndpointsView,
} from "@/lib/delivery/webhooks/schema";
import type { Member } from "@/lib/fronts/dashboard/current-session";
import { fresh, member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { findTest, listTests } from "@/lib/fronts/test-webhooks/console-queries";
import { prepareTestInput, testListQuery, testPageView, testView } from "@/lib/fronts/test-webhooks/console-schema";
import { prepareTest, sendPreparedTest } from "@/lib/fronts/test-webhooks/prepare-test";
import { AppError } from "@/lib/kernel/errors";
import { listCounts } from "@/lib/kernel/paging/tab-counts-schema";
import { isAllowed } from "@/lib/people/merchants/role";

export const webhooks = router({
  list: operation(member("merchant.read"))
    .input(deliveryListQuery)
    .output(deliveryPageView)
    .query(({ ctx: { member }, input }) => listDeliveries(member.merchantId, input)),

  /** Counts of the list's tabs, for the filter otherwise set. */
  counts: operation(member("merchant.read"))
    .input(deliveryFilter)
    .output(listCounts)
    .query(({ ctx: { member }, input }) => countDeliveries(member.merchantId, input)),

  /**
   * Signatures are shown only to users who may resend it: whoever has one can forge the event to
   * the shop.
   */
  detail: operation(member("merchant.read"))
    .input(byId)
    .output(deliveryDetailView)
    .query(async ({ ctx: { member }, input }) => {
      const delivery = await findDelivery(member.merchantId, input.id);
      if (delivery === null) throw new AppError("not_found", "Webhook not found. Old webhooks are deleted.");
      return isAllowed(member.role, "webhook.resend") ? delivery : withoutSignatures(delivery);
    }),

  failing: operation(member("merchant.read"))
    .output(z.object({ items: failingEndpointsView }))
    .query(async ({ ctx: { member } }) => ({ items: await listFailingEndpoints(member.merchantId) })),

  resend: operation(member("webhook.resend"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      await resendByMember({ merchantId, actorId: session.user.id, deliveryId: input.id });
      return {};
    }),
});

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
      if (test === null) throw new AppError("not_found", "Test not found.");
      return test;
    }),

  /**
   * The response contains a body signed with the merchant's key: whoever has it can forge a payment
   * to the shop.
   */
  prepare: operation(fresh(member("webhook.test")))
    .input(prepareTestInput)
    .output(testView)
    .mutation(({ ctx: { member, now }, input }) => prepareTest(actorOf(member), input, now)),

  send: operation(fresh(member("webhook.test")))
    .input(byId)
    .output(testView)
    .mutation(({ ctx: { member, now }, input }) => sendPreparedTest(actorOf(member), input.id, now)),
});
