import { z } from "zod";
import { listAddedTokens } from "@/lib/fronts/admin/added-tokens-queries";
import { addedTokensView, tokenKeyForm, tokenTermsForm } from "@/lib/fronts/admin/added-tokens-schema";
import { changeNetwork, changeService } from "@/lib/fronts/admin/change-terms";
import { networkCode } from "@/lib/fronts/admin/form-schema";
import { listExchangeTerms, listPriceSources } from "@/lib/fronts/admin/market-queries";
import { exchangeServiceForm, exchangesView, exchangeTermsForm, pricesView } from "@/lib/fronts/admin/market-schema";
import { listNetworks, readNetwork } from "@/lib/fronts/admin/networks-queries";
import { networkDetailView, networkForm, networkListView, serviceForm } from "@/lib/fronts/admin/networks-schema";
import { fresh, operator } from "@/lib/fronts/dashboard/gates";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { decimal } from "@/lib/kernel/money/decimal";
import { addToken, lookUpToken, removeToken } from "@/lib/money-in/tokens/add-token";
import { resetExchangeTerms, setExchangeTerms } from "@/lib/pricing/exchange-terms/set-exchange-terms";

/** The progress of each chain, and the terms of its coins. */
export const networks = router({
  list: operation(operator())
    .output(networkListView)
    .query(() => listNetworks()),

  detail: operation(operator())
    .input(z.object({ code: networkCode }))
    .output(networkDetailView)
    .query(({ ctx: { now }, input }) => readNetwork(input.code, now)),

  /** Enables or disables a network and sets its confirmations. */
  change: operation(fresh(operator()))
    .input(networkForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await changeNetwork(input, session.user.id);
      return {};
    }),

  /** Sets the fees and limits of a coin on a network, and whether it is offered. */
  changeService: operation(fresh(operator()))
    .input(serviceForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await changeService(input, session.user.id);
      return {};
    }),
});

/** Price sources and the age of each price. */
export const prices = router({
  list: operation(operator())
    .output(pricesView)
    .query(() => listPriceSources()),
});

/** Typical withdrawal terms of exchanges, by coin and network. */
export const exchanges = router({
  list: operation(operator())
    .output(exchangesView)
    .query(() => listExchangeTerms()),

  /** Replaces the typical value. */
  set: operation(operator())
    .input(exchangeTermsForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input: { fee, minimum, ...service } }) => {
      const terms = { fee: decimal(fee), minimum: decimal(minimum) };
      await setExchangeTerms({ ...service, ...terms, actorId: session.user.id });
      return {};
    }),

  /** Restores the typical value. */
  reset: operation(operator())
    .input(exchangeServiceForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await resetExchangeTerms({ ...input, actorId: session.user.id });
      return {};
    }),
});

/** Tokens that the operator adds by contract, until they are offered. */
export const tokens = router({
  list: operation(operator())
    .input(z.object({ code: networkCode }))
    .output(addedTokensView)
    .query(({ input }) => listAddedTokens(input.code)),

  /** Queries the network's nodes about the contract. */
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

  remove: operation(operator())
    .input(tokenKeyForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await removeToken(input, session.user.id);
      return {};
    }),
});
