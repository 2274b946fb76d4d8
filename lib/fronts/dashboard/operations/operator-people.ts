import { changeMerchantBlocks, changeMerchantCommission } from "@/lib/fronts/admin/change-merchant";
import { changeOperatorFlag, changeSuspension } from "@/lib/fronts/admin/change-user";
import { listMerchants, readMerchant } from "@/lib/fronts/admin/merchants-queries";
import {
  merchantBlocksForm,
  merchantCommissionForm,
  merchantDetailView,
  merchantListQuery,
  merchantPageView,
} from "@/lib/fronts/admin/merchants-schema";
import { listUnsigned } from "@/lib/fronts/admin/unsigned-queries";
import { unsignedPageView, unsignedQuery } from "@/lib/fronts/admin/unsigned-schema";
import { listUsers } from "@/lib/fronts/admin/users-queries";
import { operatorFlagForm, suspensionForm, userListQuery, userPageView } from "@/lib/fronts/admin/users-schema";
import { fresh, operator } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { cancelBatchAsOperator } from "@/lib/money-out/payout-batches/decide-batch";
import { cancelAsOperatorForm } from "@/lib/money-out/payouts/cancel-as-operator-schema";
import { cancelPayoutAsOperator } from "@/lib/money-out/payouts/cancel-payout";

/** All users. */
export const users = router({
  list: operation(operator())
    .input(userListQuery)
    .output(userPageView)
    .query(({ input }) => listUsers(input)),

  /** Grants or withdraws the operator role. */
  setOperator: operation(fresh(operator()))
    .input(operatorFlagForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await changeOperatorFlag(input, session.user.id);
      return {};
    }),

  /** Suspends a user, or lifts the suspension. */
  setSuspended: operation(fresh(operator()))
    .input(suspensionForm)
    .output(done)
    .mutation(async ({ ctx: { session, now }, input }) => {
      await changeSuspension(input, session.user.id, now);
      return {};
    }),
});

/** All merchants of the installation. */
export const merchants = router({
  list: operation(operator())
    .input(merchantListQuery)
    .output(merchantPageView)
    .query(({ ctx: { now }, input }) => listMerchants(input, now)),

  detail: operation(operator())
    .input(byId)
    .output(merchantDetailView)
    .query(({ ctx: { now }, input }) => readMerchant(input.id, now)),

  /** Blocks payments, payouts or both, or lifts a block. */
  changeBlocks: operation(fresh(operator()))
    .input(merchantBlocksForm)
    .output(done)
    .mutation(async ({ ctx: { session, now }, input }) => {
      await changeMerchantBlocks(input, session.user.id, now);
      return {};
    }),

  /** Sets the merchant's own commission, or restores the coins' percentages. */
  changeCommission: operation(fresh(operator()))
    .input(merchantCommissionForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await changeMerchantCommission(input, session.user.id);
      return {};
    }),
});

/** A merchant's unsigned outflows. */
export const unsigned = router({
  list: operation(operator())
    .input(unsignedQuery)
    .output(unsignedPageView)
    .query(({ input }) => listUnsigned(input)),

  /** Cancels an unsigned payout: all of its money returns to the merchant. */
  cancelPayoutAsOperator: operation(fresh(operator()))
    .input(cancelAsOperatorForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input: { id: payoutId, reason } }) => {
      await cancelPayoutAsOperator({ payoutId, reason, actorId: session.user.id });
      return {};
    }),

  /** Cancels a merchant's batch of payouts, including its unsigned payouts. */
  cancelBatchAsOperator: operation(fresh(operator()))
    .input(cancelAsOperatorForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input: { id: batchId, reason } }) => {
      await cancelBatchAsOperator({ batchId, reason, actorId: session.user.id });
      return {};
    }),
});
