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

/** Where the gateway's money is held. */
export const hotWallets = router({
  list: operation(operator())
    .output(hotWalletsView)
    .query(() => listHotWallets()),

  /** Sets the destination of a hot wallet's surplus of a coin. */
  setColdAddress: operation(fresh(operator()))
    .input(coldAddressForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      const change = { ...input, keepAmount: decimal(input.keepAmount), actorId: session.user.id };
      await withFormErrors(() => setColdAddress(change), await networkName(input.networkCode));
      return {};
    }),
});

/** Sweeps of deposits to the hot wallets. */
export const sweeps = router({
  list: operation(operator())
    .input(sweepListQuery)
    .output(sweepPageView)
    .query(({ input }) => listSweeps(input)),

  /** Sweeps a coin now, below the usual minimum if it is worth its cost. */
  start: operation(operator())
    .input(sweepNowForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await sweepNow({ ...input, actorId: session.user.id });
      return {};
    }),

  /** Sets when deposits of a coin are swept. */
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

  /** Capital received and moved. */
  entries: operation(operator())
    .input(capitalEntryListQuery)
    .output(capitalEntryPageView)
    .query(({ input }) => listCapitalEntries(input)),

  /** Moves capital to the treasury for conversions, or back. */
  moveTreasury: operation(operator())
    .input(treasuryForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input: { direction, amount, ...rest } }) => {
      const move = direction === "fill" ? fillTreasury : drawTreasury;
      await move({ ...rest, amount: decimal(amount), actorId: session.user.id });
      return {};
    }),
});

/** Withdrawals of earnings and capital. */
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

  /** Cancels an unsigned withdrawal. */
  cancel: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await cancelWithdrawal({ id: input.id, actorId: session.user.id });
      return {};
    }),
});
