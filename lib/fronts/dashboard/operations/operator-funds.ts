import { listCapitalEntries, readCapital } from "@/lib/fronts/admin/capital-queries";
import {
  capitalEntryListQuery,
  capitalEntryPageView,
  capitalView,
  treasuryForm,
} from "@/lib/fronts/admin/capital-schema";
import { listHotWallets } from "@/lib/fronts/admin/hot-wallets-queries";
import {
  coldAddressForm,
  hotWalletsView,
  sweepNowForm,
  sweepPolicyForm,
  toSeconds,
} from "@/lib/fronts/admin/hot-wallets-schema";
import { listSweeps } from "@/lib/fronts/admin/sweeps-queries";
import { sweepListQuery, sweepPageView } from "@/lib/fronts/admin/sweeps-schema";
import { listWithdrawals } from "@/lib/fronts/admin/withdrawals-queries";
import { withdrawalForm, withdrawalListQuery, withdrawalPageView } from "@/lib/fronts/admin/withdrawals-schema";
import { fresh, operator } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { decimal } from "@/lib/kernel/money/decimal";
import { withFormErrors } from "@/lib/money-out/payouts/dashboard-refusal";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { setSweepPolicy, sweepNow } from "@/lib/sending/sweeps/sweep-now";
import { cancelWithdrawal, createWithdrawal } from "@/lib/sending/treasury/create-withdrawal";
import { drawTreasury, fillTreasury } from "@/lib/sending/treasury/fill-treasury";
import { setColdAddress } from "@/lib/sending/treasury/set-cold-address";

const networkName = async (code: string) => (await loadCatalog()).network(code)?.name;

/** Where the gateway's money stands. */
export const hotWallets = router({
  list: operation(operator())
    .output(hotWalletsView)
    .query(() => listHotWallets()),

  /** Where the surplus of a coin's hot wallet goes. */
  setColdAddress: operation(fresh(operator()))
    .input(coldAddressForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      const change = { ...input, keepAmount: decimal(input.keepAmount), actorId: session.user.id };
      await withFormErrors(() => setColdAddress(change), await networkName(input.networkCode));
      return {};
    }),
});

/** Deposits on their way to the hot wallets. */
export const sweeps = router({
  list: operation(operator())
    .input(sweepListQuery)
    .output(sweepPageView)
    .query(({ input }) => listSweeps(input)),

  /** Has a coin gathered now, below the usual minimum as long as it is worth its cost. */
  start: operation(operator())
    .input(sweepNowForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await sweepNow({ ...input, actorId: session.user.id });
      return {};
    }),

  /** When deposits of a coin are gathered. */
  setPolicy: operation(operator())
    .input(sweepPolicyForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input: { amountMin, waitHoursMax, batchMax, ...rest } }) => {
      await setSweepPolicy({
        ...rest,
        amountMin: decimal(amountMin),
        waitSecondsMax: toSeconds(waitHoursMax),
        batchMax: Number.parseInt(batchMax, 10),
        actorId: session.user.id,
      });
      return {};
    }),
});

/** The gateway's own money. */
export const capital = router({
  sums: operation(operator())
    .output(capitalView)
    .query(() => readCapital()),

  /** How capital came in and moved. */
  entries: operation(operator())
    .input(capitalEntryListQuery)
    .output(capitalEntryPageView)
    .query(({ input }) => listCapitalEntries(input)),

  /** Sets capital aside for conversions, or takes it back. */
  moveTreasury: operation(operator())
    .input(treasuryForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input: { direction, amount, ...rest } }) => {
      const move = direction === "fill" ? fillTreasury : drawTreasury;
      await move({ ...rest, amount: decimal(amount), actorId: session.user.id });
      return {};
    }),
});

/** Earnings and capital on their way out. */
export const withdrawals = router({
  list: operation(operator())
    .input(withdrawalListQuery)
    .output(withdrawalPageView)
    .query(({ input }) => listWithdrawals(input)),

  create: operation(fresh(operator()))
    .input(withdrawalForm)
    .output(byId)
    .mutation(async ({ ctx: { session }, input }) => {
      const order = { ...input, amount: decimal(input.amount), actorId: session.user.id };
      return await withFormErrors(() => createWithdrawal(order), await networkName(input.networkCode));
    }),

  /** Takes a withdrawal back for which nothing is signed. */
  cancel: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await cancelWithdrawal({ id: input.id, actorId: session.user.id });
      return {};
    }),
});
