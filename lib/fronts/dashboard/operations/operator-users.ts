import { changeOperatorFlag, changeSuspension } from "@/lib/fronts/admin/change-user";
import { listUsers } from "@/lib/fronts/admin/users-queries";
import { operatorFlagForm, suspensionForm, userListQuery, userPageView } from "@/lib/fronts/admin/users-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";

/** Everybody who can sign in. */
export const users = router({
  list: operation(operator())
    .input(userListQuery)
    .output(userPageView)
    .query(({ input }) => listUsers(input)),

  /** Makes somebody an operator, or no longer. */
  setOperator: operation(fresh(operator()))
    .input(operatorFlagForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await changeOperatorFlag(input, session.user.id);
      return {};
    }),

  /** Suspends a user, or lifts that again. */
  setSuspended: operation(fresh(operator()))
    .input(suspensionForm)
    .output(done)
    .mutation(async ({ ctx: { session, now }, input }) => {
      await changeSuspension(input, session.user.id, now);
      return {};
    }),
});
