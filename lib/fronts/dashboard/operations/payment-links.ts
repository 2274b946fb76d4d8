import { member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { changeLink, createLink } from "@/lib/money-in/payment-links/change-link";
import { getLinkDetail, listLinks } from "@/lib/money-in/payment-links/dashboard-queries";
import {
  changeLinkInput,
  linkDetailView,
  linkListQuery,
  linkPageView,
  newLinkInput,
} from "@/lib/money-in/payment-links/dashboard-schema";

/** Payment links and the buttons that open them. */
export const paymentLinks = router({
  list: operation(member("merchant.read"))
    .input(linkListQuery)
    .output(linkPageView)
    .query(({ ctx: { member }, input }) => listLinks(member.merchantId, input)),

  detail: operation(member("merchant.read"))
    .input(byId)
    .output(linkDetailView)
    .query(({ ctx: { member }, input }) => getLinkDetail(member.merchantId, input.id)),

  create: operation(member("invoice.create"))
    .input(newLinkInput)
    .output(byId)
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return createLink({ merchantId, actorId: session.user.id }, input);
    }),

  /** Switches a link on or off, and changes its limits. */
  change: operation(member("invoice.create"))
    .input(changeLinkInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      await changeLink({ merchantId, actorId: session.user.id }, input);
      return {};
    }),
});
