import { z } from "zod";
import { HTTPS_REQUIRED_MESSAGE, isCallbackAllowed } from "@/lib/delivery/webhooks/callback-address";
import { fresh, freshForMoney, member } from "@/lib/fronts/dashboard/gates";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { wrongField } from "@/lib/kernel/errors";
import { setAcceptedCoins, setCoinTerms } from "@/lib/money-in/accepted-coins/accepted-coins";
import { acceptedCoinsInput, coinTermsInput } from "@/lib/money-in/accepted-coins/schema";
import { autoConvertInput, setAutoConvert } from "@/lib/money-in/conversions/auto-convert";
import { changeBrand, removeLogo } from "@/lib/people/brands/change-brand";
import { brandChange } from "@/lib/people/brands/schema";
import { readRestrictions, restrictionsView } from "@/lib/people/guards/assert-may-pay-out";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { outflowLimitsChange } from "@/lib/people/merchants/limits-schema";
import { apiKeyView, merchantSettingsInput, rotateApiKeyInput } from "@/lib/people/merchants/schema";
import { changeMerchantSettings } from "@/lib/people/settings/change-merchant-settings";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";
import { listKeys } from "@/lib/people/settings/settings-queries";

/** Keys of the machine API. Each kind has its own operation, because the permissions differ. */
export const keys = router({
  list: operation(member("api-key.read"))
    .output(z.array(apiKeyView))
    .query(({ ctx: { member } }) => listKeys(member.merchantId)),

  /**
   * Creates a payment key and returns its secret, which is never shown again. Its holder can refund
   * payments.
   */
  rotatePayment: operation(fresh(member("api-key.rotate")))
    .input(rotateApiKeyInput)
    .output(z.object({ secret: z.string() }))
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return rotateKey({ merchantId, userId: session.user.id }, { kind: "payment", ...input });
    }),

  /**
   * Creates a payout key and returns its secret, which is never shown again. Its holder can send
   * money out.
   */
  rotatePayout: operation(fresh(member("payout-key.rotate")))
    .input(rotateApiKeyInput)
    .output(z.object({ secret: z.string() }))
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return rotateKey({ merchantId, userId: session.user.id }, { kind: "payout", ...input });
    }),
});

/** The merchant's restrictions, and settings of its owners. */
export const merchant = router({
  /** What the merchant currently cannot do. */
  restrictions: operation(member("merchant.read"))
    .output(restrictionsView)
    .query(({ ctx: { member, now } }) => readRestrictions(member.merchantId, now)),

  changeSettings: operation(freshForMoney(member("merchant.change")))
    .input(merchantSettingsInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      if (input.webhookUrl && !isCallbackAllowed(input.webhookUrl)) {
        throw wrongField("webhookUrl", HTTPS_REQUIRED_MESSAGE);
      }
      await changeMerchantSettings({ merchantId: member.merchantId, userId: member.session.user.id }, input);
      return {};
    }),

  /** Sets the merchant's own limits on outflows. */
  setLimits: operation(fresh(member("merchant.change")))
    .input(outflowLimitsChange)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await setOutflowLimits({ ...input, merchantId: member.merchantId, actorId: member.session.user.id });
      return {};
    }),

  /** Enables or disables conversion of one coin. */
  setAutoConvert: operation(member("merchant.change"))
    .input(autoConvertInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await setAutoConvert({ merchantId: member.merchantId, userId: member.session.user.id }, input);
      return {};
    }),

  setCoins: operation(member("merchant.change"))
    .input(acceptedCoinsInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await setAcceptedCoins({ merchantId: member.merchantId, userId: member.session.user.id }, input);
      return {};
    }),

  setCoinTerms: operation(member("merchant.change"))
    .input(coinTermsInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await setCoinTerms({ merchantId: member.merchantId, userId: member.session.user.id }, input);
      return {};
    }),

  /** Sets how payment pages look, and which sites may embed them. */
  changeBrand: operation(member("merchant.change"))
    .input(brandChange)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await changeBrand({ merchantId: member.merchantId, actorId: member.session.user.id, ...input });
      return {};
    }),

  removeLogo: operation(member("merchant.change"))
    .output(done)
    .mutation(async ({ ctx: { member } }) => {
      await removeLogo({ merchantId: member.merchantId, actorId: member.session.user.id });
      return {};
    }),
});
