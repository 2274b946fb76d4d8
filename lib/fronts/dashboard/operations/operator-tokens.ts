import { z } from "zod";
import { listAddedTokens } from "@/lib/fronts/admin/added-tokens-queries";
import { addedTokensView, tokenKeyForm, tokenTermsForm } from "@/lib/fronts/admin/added-tokens-schema";
import { networkCode } from "@/lib/fronts/admin/form-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { decimal } from "@/lib/kernel/money/decimal";
import { addToken, cancelToken, lookUpToken } from "@/lib/money-in/tokens/add-token";

/** Tokens that the operator adds by their contract, until they are offered. */
export const tokens = router({
  list: operation(operator())
    .input(z.object({ code: networkCode }))
    .output(addedTokensView)
    .query(({ input }) => listAddedTokens(input.code)),

  /** Has the network's nodes asked what it is. */
  lookUp: operation(operator())
    .input(tokenKeyForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await lookUpToken(input, session.user.id);
      return {};
    }),

  /** Sets its terms; it is offered after the cooldown. */
  add: operation(fresh(operator()))
    .input(tokenTermsForm)
    .output(done)
    .mutation(async ({ ctx: { session, now }, input }) => {
      const { networkCode: code, contract, name, rateSource } = input;
      const limits = {
        paymentMin: decimal(input.paymentMin),
        paymentMax: decimal(input.paymentMax),
        payoutMin: decimal(input.payoutMin),
        payoutMax: decimal(input.payoutMax),
      };
      await addToken({ networkCode: code, contract }, { name, rateSource, ...limits }, session.user.id, now);
      return {};
    }),

  cancel: operation(operator())
    .input(tokenKeyForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await cancelToken(input, session.user.id);
      return {};
    }),
});
