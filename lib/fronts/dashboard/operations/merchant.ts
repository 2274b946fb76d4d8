import { z } from "zod";
import { fresh, freshForMoney, member } from "@/lib/fronts/dashboard/gates";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";
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

/**
 * Of the machine API. Each kind has an operation of its own: who may make the one may not make the
 * other.
 */
export const keys = router({
  list: operation(member("api-key.read"))
    .output(z.array(apiKeyView))
    .query(({ ctx: { member } }) => listKeys(member.merchantId)),

  /**
   * Makes a payment key and shows its secret, this once. Whoever has it can refund what was paid.
   */
  rotatePayment: operation(fresh(member("api-key.rotate")))
    .input(rotateApiKeyInput)
    .output(z.object({ secret: z.string() }))
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return rotateKey({ merchantId, userId: session.user.id }, { kind: "payment", ...input });
    }),

  /** Makes a payout key and shows its secret, this once. Whoever has it sends money out. */
  rotatePayout: operation(fresh(member("payout-key.rotate")))
    .input(rotateApiKeyInput)
    .output(z.object({ secret: z.string() }))
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return rotateKey({ merchantId, userId: session.user.id }, { kind: "payout", ...input });
    }),
});

/** How the merchant stands, and what its owners set. */
export const merchant = router({
  /** What the merchant cannot do at the moment. */
  restrictions: operation(member("merchant.read"))
    .output(restrictionsView)
    .query(({ ctx: { member, now } }) => readRestrictions(member.merchantId, now)),

  changeSettings: operation(freshForMoney(member("merchant.change")))
    .input(merchantSettingsInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await changeMerchantSettings({ merchantId: member.merchantId, userId: member.session.user.id }, input);
      return {};
    }),

  /** What a merchant allows itself of money that leaves. */
  setLimits: operation(fresh(member("merchant.change")))
    .input(outflowLimitsChange)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await setOutflowLimits({ ...input, merchantId: member.merchantId, actorId: member.session.user.id });
      return {};
    }),

  /** Switches the conversion of one coin on or off. */
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

  /** How payment pages look, and whose pages may show them. */
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
